"""Reading Add Up's two rows: cards of one digit or two, white and yellow jokers."""
