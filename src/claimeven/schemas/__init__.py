"""The JSON that the command line and the server write: one schema for each shape."""
