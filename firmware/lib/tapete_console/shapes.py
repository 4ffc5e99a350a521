"""What the console needs of objects that CircuitPython makes. Only their names are here; shapes.pyi says for mypy what they must have."""

Port = Serial = Tone = Knob = Bus = Pixels = Reader = Buzzer = Encoder = object
Digits = Beside = Memory = Receiver = Hardware = KeyEvent = Wrong = Callable = Board = Keys = object
