"""Reading cards: rows of them, upright or turned, for Formula, Add Up and Code 777."""
