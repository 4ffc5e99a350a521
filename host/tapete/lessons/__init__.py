"""Guided first matches: where a guide stands in a match, what LOCK enters for it, and how far each lesson has got."""
