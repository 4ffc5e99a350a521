"""What the generators of `hardware/` share: the circuit, KiCad's file format, own symbols, SVG."""
