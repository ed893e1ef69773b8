"""Reading Formula's row of cards: the equation as a whole, and what may be missing from it."""
