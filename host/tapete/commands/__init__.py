"""The commands of `tapete`, one a module: each defines `command`, a click command, and is imported only when it is called."""
