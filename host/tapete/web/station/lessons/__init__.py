"""Pages of guided matches."""
