"""The door to the kernels: objects in, objects out."""
