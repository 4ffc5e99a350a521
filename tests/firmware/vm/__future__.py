"""CircuitPython has this module, the MicroPython of the tests has not. Annotations are never evaluated in either."""

annotations = None
