"""How bots play Shazamm."""
