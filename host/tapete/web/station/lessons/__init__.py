"""What the pages add for guided matches."""
