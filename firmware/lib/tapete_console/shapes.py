"""What the console needs of objects that CircuitPython makes. Only their names are here; shapes.pyi says for mypy what they must have."""


class Port:
    """`usb_cdc.Serial` with both timeouts 0, or what stands in for it."""


class Serial:
    """`busio.UART` with a timeout of 0."""


class Pixels:
    """`neopixel.NeoPixel` created with `auto_write=False`."""


class Reader:
    """`tags.Reader`, or None where none is set: its module is not even imported then."""


class Memory:
    """`microcontroller.nvm`: bytes that survive a restart."""


class Receiver:
    """What the link asks of the console."""


class Hardware:
    """What the console needs of a board; `edge.Board` is the Pico."""


class KeyEvent:
    """`keypad.Event`; its key is 4 * panel + button."""
