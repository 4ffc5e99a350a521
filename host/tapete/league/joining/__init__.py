"""How a table takes part in an event: it hears what it plays, and sends what it wrote down. Needs no extra."""
