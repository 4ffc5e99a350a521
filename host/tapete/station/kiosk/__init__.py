"""What visitors see and do: stages and choices, the match on the screen, buttons, robots that attract people, resume codes."""
