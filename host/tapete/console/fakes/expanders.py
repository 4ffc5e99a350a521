"""Chips on an I2C bus: an MCP23017 with the buttons, a seesaw with a knob. Both feel the fingers that the pins would feel."""

import simhw

FIRST_BUTTON = 2
"""The button of bit 0 is that of GP2; the others follow."""


class Expander:
    """An MCP23017 (BANK = 0) whose 16 inputs are the buttons; an input without its pull-up floats low."""

    def __init__(self):
        self.registers = bytearray(22)
        self.at = 0

    def take(self, octets):
        """A write: a register, then what goes into it and those behind it."""
        self.at = octets[0]
        for octet in octets[1:]:
            self.registers[self.at] = octet
            self.at += 1

    def give(self, count):
        """So many bytes from the register that was named last."""
        levels = 0
        for bit in range(16):
            levels |= simhw.LEVEL[FIRST_BUTTON + bit] << bit
        self.registers[0x12] = levels & 255 & self.registers[0x0C]
        self.registers[0x13] = levels >> 8 & self.registers[0x0D]
        return bytes(self.registers[self.at : self.at + count])


class Seesaw:
    """A seesaw with a rotary encoder: it needs 1 ms between question and answer, and counts down to the right."""

    def __init__(self):
        self.asked_at = None

    def take(self, octets):
        """A write: module and register; this one knows the position alone."""
        if octets != b"\x11\x30":
            raise OSError(5, "Input/output error")
        self.asked_at = simhw.now_ms()

    def give(self, count):
        """The position, big end first."""
        if self.asked_at is None or simhw.now_ms() - self.asked_at < 1:
            return b"\xff" * count
        return (-simhw.KNOB & 0xFFFFFFFF).to_bytes(4, "big")[:count]
