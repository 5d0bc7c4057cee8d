"""Text to rules and back: every parser has a writer, and every pair round-trips."""
