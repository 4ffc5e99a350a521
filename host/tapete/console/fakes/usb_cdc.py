"""Fake `usb_cdc`: the two serial channels, with the Pico's 256-byte buffers and its refusal to forgive a missing timeout."""

import simhw


class Serial:
    """One channel. `timeout` and `write_timeout` start as None, which blocks for ever on a Pico and is refused here."""

    __slots__ = ("_line", "timeout", "write_timeout")

    def __init__(self, line: simhw.Line) -> None:
        self._line = line
        self.timeout: "float | None" = None
        self.write_timeout: "float | None" = None

    @property
    def connected(self) -> bool:
        """Whether a host has the port open."""
        simhw.poll()
        return self._line.open

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read now, 256 at most."""
        simhw.poll()
        return min(len(self._line.waiting), simhw.BUFFER_BYTES)

    @property
    def out_waiting(self) -> int:
        """Bytes written and not taken by the host yet, 256 at most."""
        simhw.poll()
        return len(self._line.transmit)

    def read(self, size: int = 1) -> bytes:
        """Up to `size` bytes. Raises WouldBlock where the Pico would wait for ever."""
        if size > self.in_waiting:
            if self.timeout is None:
                raise simhw.WouldBlock("usb_cdc read of %d bytes without a timeout" % size)
            simhw.spend(int(self.timeout * 1000))
        return self._take(size)

    def readinto(self, buf: bytearray) -> int:
        """Fill `buf` as far as there are bytes; returns how many."""
        octets = self.read(len(buf))
        buf[: len(octets)] = octets
        return len(octets)

    def readline(self, size: int = -1) -> bytes:
        """Refused: with a timeout of 0 it gives half lines, without one it blocks."""
        raise simhw.WouldBlock("usb_cdc readline(%d): gather lines from read(in_waiting)" % size)

    def write(self, buf: "bytes | bytearray | memoryview") -> int:
        """Write as much as there is room for; returns how much that was. With nobody at the port everything is taken (and forgotten)."""
        if not isinstance(buf, (bytes, bytearray, memoryview)):
            raise TypeError("object with buffer protocol required")
        octets = bytes(buf)
        simhw.poll()
        taken = self._line.accept(octets)
        if taken < len(octets):
            if self.write_timeout is None:
                raise simhw.WouldBlock("usb_cdc write to a host that does not read, without a write_timeout")
            if self.write_timeout > 0:
                simhw.spend(int(self.write_timeout * 1000))
                taken += self._line.accept(octets[taken:])
        return taken

    def flush(self) -> None:
        """Refused while bytes wait: it blocks until the host takes them."""
        if self._line.open and self._line.transmit:
            raise simhw.WouldBlock("usb_cdc flush to a host that does not read")

    def reset_input_buffer(self) -> None:
        """Throw away what waits to be read."""
        self._take(simhw.BUFFER_BYTES)

    def reset_output_buffer(self) -> None:
        """Throw away what the host has not taken."""
        self._line.transmit = bytearray()

    def _take(self, size: int) -> bytes:
        size = min(size, simhw.BUFFER_BYTES)
        octets = bytes(self._line.waiting[:size])
        # A new buffer: MicroPython cannot delete from the front of a bytearray.
        self._line.waiting = self._line.waiting[len(octets) :]
        return octets


console: "Serial | None" = Serial(simhw.CONSOLE)
data: "Serial | None" = None


def _restart() -> None:
    global console, data
    console = Serial(simhw.CONSOLE)
    data = Serial(simhw.DATA) if simhw.DATA_ENABLED else None


def enable(*, console: bool = True, data: bool = False) -> None:
    """Choose the channels; in boot.py only."""
    simhw.require_boot("usb_cdc.enable")
    globals()["console"] = Serial(simhw.CONSOLE) if console else None
    globals()["data"] = Serial(simhw.DATA) if data else None
    simhw.DATA_ENABLED = data


def disable() -> None:
    """No channel at all; in boot.py only."""
    enable(console=False, data=False)


simhw.ON_RESTART.append(_restart)
_restart()
