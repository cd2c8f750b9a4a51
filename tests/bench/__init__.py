"""Measurements: `python -m tests.bench [NAME ...]` runs the modules of this package, all of them or those named.

Each module has a TITLE and a `measure()` that gives Figures. Times are the processor's, so that a busy machine changes
them little, and the machine's own ceilings stand in the same table.
"""
