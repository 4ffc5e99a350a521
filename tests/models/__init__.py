"""Second models of the games' cores, written from the ledgers alone; the referee is held against them."""
