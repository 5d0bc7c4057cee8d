"""What the game is: rules, positions and scores, in plain Python integers."""
