"""The console as the host sees it: find it, connect, speak the link; and the simulator that runs the firmware on this computer."""
