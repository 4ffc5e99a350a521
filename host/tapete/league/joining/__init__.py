"""How a table takes part in an event: it receives its pairings and sends its log. Needs no extra."""
