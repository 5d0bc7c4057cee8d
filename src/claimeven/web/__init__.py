"""The web: exact answers as JSON over HTTP, and the page that uses them."""
