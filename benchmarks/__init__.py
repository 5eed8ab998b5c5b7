"""Measurements of speed and memory, compared with plain alternatives: `make bench`, or `python -m benchmarks
NAME...`.
"""
