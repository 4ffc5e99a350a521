"""What visitors see and do: the stage, the screen's match, console and buttons, robots that attract, the way back by a code."""
