"""The network that finds dice: which face lies on top, its pips, and how the die stands."""

FACES = ("none", "1", "2", "3", "4", "5", "6", "cocked")
PIP_KINDS = 3
DIE_CHANNELS = len(FACES) + PIP_KINDS + 3
