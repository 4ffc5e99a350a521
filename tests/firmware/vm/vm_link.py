"""Run in MicroPython: the examples of docs/link.md, which the test has copied beside this file."""

from tapete_console import far_end, wire


def examples(name: str) -> list[str]:
    with open(f"/d0/{name}.txt") as page:  # noqa: PTH123 - there is no pathlib in there
        return [line.rstrip("\n") for line in page]


def read(sender: str, raw: bytes) -> wire.Line:
    line = far_end.read_console(raw) if sender == "console" else far_end.read_host(raw)
    if line.kind == "scene":
        scene = far_end.read_picture(line.fields)
        assert far_end.write_picture(scene) == line.fields, line.fields
    return line


def refusal(error, reader, *arguments) -> str:  # type: ignore[no-untyped-def]  # MicroPython has no typing to say Callable with
    try:
        reader(*arguments)
    except error as refused:
        return str(refused.args[0])
    return "taken"


sound = examples("link")
assert len(sound) > 40
for example in sound:
    sender, _, text = example.partition(": ")
    line = read(sender, text.encode())
    assert wire.write(line.kind, line.fields, line.boot, line.number) == text.encode() + b"\n", text

for example in examples("link-bad"):
    reason, _, text = example.partition(": ")
    assert refusal(wire.BadLine, far_end.read_host, text.replace("\\t", "\t").encode()) == reason, text

for example in examples("link-malformed"):
    reason, sender, text = example.split(": ", 2)
    assert refusal(wire.Malformed, read, sender, text.encode()) == reason, text

# A stream cut anywhere gives the same lines; half UTF-8 and NUL are a bad line and no more.
stream = b"\n" + b"".join([example.partition(": ")[2].encode() + b"\n" for example in sound])
for size in (1, 7, 64, 256):
    buffer = wire.LineBuffer()
    found = []
    for start in range(0, len(stream), size):
        found += buffer.feed(stream[start : start + size])
    assert len(found) == len(sound)
for raw in (b"\x00", b"\xc3", b"- be\xc3at*12345678", b"\xff" * 50):
    assert refusal(wire.BadLine, far_end.read_host, raw) in ("frame", "checksum", "characters")
print(f"link: {len(sound)} examples")
