"""The dashboard: the score on every phone."""
