"""Text formats for positions and games: every parser has a writer, and every pair round-trips."""
