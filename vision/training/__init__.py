"""Training the two networks on generated pictures."""
