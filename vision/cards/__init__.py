"""What all card games share: cards found in rows, whole cards and rows, and the rooms beside them."""
