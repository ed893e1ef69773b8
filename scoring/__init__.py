"""The games: rules, matches, history; it knows nothing of cameras, pins or pages."""
