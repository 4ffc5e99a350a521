"""The lab: many matches between bots, for people who design cards. What is played, kept and counted; `tapete lab` is its command."""
