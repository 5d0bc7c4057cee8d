"""What the game is: geometry, positions and variants, in plain Python integers."""
