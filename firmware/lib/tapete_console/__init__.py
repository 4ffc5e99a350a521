"""The Tapete console: pure logic and thin hardware edges for CircuitPython, importable by CPython as it stands."""

VERSION = "0.4.0"
"""Version of the firmware, told in hello; it moves with every change of this folder that a builder can notice."""
