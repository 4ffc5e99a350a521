"""Two threads that are the first to read one type: msgspec alone would end Python with a segmentation fault."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

HOST = Path(__file__).parents[2] / "host" / "tapete"

TWO_THREADS = """
import sys, threading, types
from tapete.core.codec import decode
sys.setswitchinterval(1e-6)
KINDS = "".join(
    f"class Kind{n}(Struct):\\n    a: int = 0\\n    b: str | None = None\\n    c: dict[str, list[int]] | None = None\\n"
    + (f"    d: Kind{n - 1} | None = None\\n" if n else "")
    for n in range(6)
)
for number in range(int(sys.argv[1])):
    module = types.ModuleType(f"kinds{number}")
    sys.modules[module.__name__] = module
    exec("from __future__ import annotations\\nfrom msgspec import Struct\\n" + KINDS, module.__dict__)
    together, read = threading.Barrier(2), []
    def reads():
        together.wait()
        read.append(decode('{"a": 1, "b": "x", "c": {"k": [1]}, "d": {"a": 2, "d": {"a": 3, "d": {"a": 4}}}}', module.Kind5).d.d.a)
    threads = [threading.Thread(target=reads) for _ in range(2)]
    for one in threads: one.start()
    for one in threads: one.join()
    assert read == [3, 3], read
"""


@pytest.mark.slow
def test_two_threads_may_be_the_first_to_read_a_type() -> None:
    done = subprocess.run([sys.executable, "-c", TWO_THREADS, "400"], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_whoever_reads_without_the_codec_lets_it_look_at_the_type_first() -> None:
    """Except the console's own program of one thread."""
    alone = {"console/simulator.py", "console/simulated_channel.py"}
    reading = re.compile(r"(?:json|toml)\.decode\([^\n]*type=(?!ready\(|dict\[str, (?:Any|int)\])")
    found = {path.relative_to(HOST).as_posix() for path in HOST.rglob("*.py") if reading.search(path.read_text(encoding="utf-8"))}
    assert found - alone == set()
