"""Pages for staff and their monitor."""
