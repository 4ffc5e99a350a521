"""What the console needs of objects that CircuitPython makes. Only their names are here; shapes.pyi says for mypy what they must have."""


class Port:
    """`usb_cdc.Serial` with both timeouts 0, or what stands in for it."""


class Serial:
    """`busio.UART` with a timeout of 0."""


class Tone:
    """`pwmio.PWMOut` with a variable frequency."""


class Knob:
    """`rotaryio.IncrementalEncoder`."""


class Bus:
    """`busio.I2C`, locked."""


class Pixels:
    """`neopixel.NeoPixel` created with `auto_write=False`."""


class Reader:
    """`tags.Reader`, or None where none is set: its module is not even imported then."""


class Buzzer:
    """`parts.Buzzer`; as with `Reader`."""


class Encoder:
    """`parts.Encoder`; as with `Reader`."""


class Digits:
    """`parts.Digits`; as with `Reader`."""


class Beside:
    """`beside.Beside`, or None where no part is added: its module is not even imported then."""


class Memory:
    """`microcontroller.nvm`: bytes that survive a restart."""


class Receiver:
    """What the link asks of the console."""


class Hardware:
    """What the console needs of a board; `edge.Board` is the Pico."""


class KeyEvent:
    """`keypad.Event`; its key is 4 * panel + button."""
