"""Rules, positions and scores, in plain Python integers."""
