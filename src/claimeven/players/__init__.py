"""Who chooses: players by name, and games as they were played."""
