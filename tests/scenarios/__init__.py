"""Golden scenarios: who writes what and when, in simulated time, and which mails come of it.

`PYTHONPATH=tests .venv/bin/python -m scenarios` plays the golden scenarios anew and writes down what comes of them.
"""
