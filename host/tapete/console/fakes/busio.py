"""Fake `busio`: a UART whose other end is whatever `simhw.PEER` is; an I2C bus with expanders and displays; no SPI.

Strict as the Pico: only pins of UART 0 or 1, a pin once, no call that waits, and no more received bytes than the buffer holds.
"""

import expanders
import simhw

UARTS = ((0, 1), (4, 5), (8, 9), (12, 13), (16, 17))


class UART:
    """A serial line of the chip. Both timeouts must be 0 here: anything else would stop the loop."""

    def __init__(self, tx, rx, *, baudrate=9600, timeout=1.0, receiver_buffer_size=64):
        if (tx.n, rx.n) not in UARTS:
            raise ValueError("Invalid pins")
        if timeout != 0:
            raise simhw.WouldBlock("a UART with a timeout waits in the loop")
        simhw.claim(tx.n, "UART")
        simhw.claim(rx.n, "UART")
        self._most = receiver_buffer_size
        self._received = b""

    @property
    def in_waiting(self):
        simhw.poll()
        if simhw.PEER is not None:
            self._received = (self._received + simhw.PEER.give())[: self._most]
        return len(self._received)

    def read(self, count):
        """Up to `count` bytes, None if there is none."""
        taken, self._received = self._received[:count], self._received[count:]
        return taken or None

    def write(self, octets):
        """All of it: the chip sends 115200 bits a second, and commands are short."""
        if simhw.PEER is not None:
            simhw.PEER.take(bytes(octets))
        return len(octets)


class I2C:
    """A bus: displays answer at the addresses in `simhw.DISPLAYS`, where what they were sent is kept, expanders unless they are `AWAY`."""

    def __init__(self, scl, sda, *, frequency=100000):
        if (scl.n, sda.n) not in ((1, 0), (27, 26), (3, 2), (5, 4)):
            raise ValueError("Invalid pins")
        simhw.claim(scl.n, "I2C")
        simhw.claim(sda.n, "I2C")
        self._locked = False
        self._expanders = {0x20: expanders.Expander(), 0x36: expanders.Seesaw()}

    def try_lock(self):
        if self._locked:
            return False
        self._locked = True
        return True

    def writeto(self, address, buffer):
        if address in simhw.DISPLAYS:
            self._lock()
            simhw.DISPLAYS[address] = simhw.DISPLAYS[address] + [bytes(buffer)]
        else:
            self._at(address).take(bytes(buffer))

    def readfrom_into(self, address, buffer):
        buffer[:] = self._at(address).give(len(buffer))

    def writeto_then_readfrom(self, address, out_buffer, in_buffer):
        self.writeto(address, out_buffer)
        self.readfrom_into(address, in_buffer)

    def _lock(self):
        if not self._locked:
            raise RuntimeError("Function requires lock")

    def _at(self, address):
        self._lock()
        simhw.poll()
        if address in simhw.AWAY or address not in self._expanders:
            raise OSError(19, "No such device")
        return self._expanders[address]
