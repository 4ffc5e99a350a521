"""What staff sees and does: PIN and sessions, settings, figures of what is played, health, log and bug report."""
