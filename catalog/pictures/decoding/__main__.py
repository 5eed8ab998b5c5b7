"""The process that decodes one picture (`catalog.pictures.decoding`). Run as a file, from any directory."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    from catalog.pictures import decoding

    sys.stdout.buffer.write(decoding.run_operation(sys.argv[1], sys.stdin.buffer.read(), int(sys.argv[2])))
