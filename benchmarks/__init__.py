"""Speed and memory, measured side by side with plain alternatives: `make bench`, or `python -m benchmarks NAME...`."""
