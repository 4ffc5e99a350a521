"""What staff keeps: PIN and sessions, figures of what is played, health, log and bug report."""
