"""Everything that was ever played: the journal that writes it and the scorebook that tells it."""
