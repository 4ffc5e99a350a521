"""Fake `usb_midi`: can be turned off in boot.py, and nothing else."""

import simhw


def disable() -> None:
    """No MIDI device; in boot.py only."""
    simhw.require_boot("usb_midi.disable")
