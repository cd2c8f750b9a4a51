"""Simulated time: seasons in which everything is held against what must always be so, and golden scenarios.

`PYTHONPATH=tests .venv/bin/python -m season` plays the golden scenarios anew and writes down what comes of them.
"""
