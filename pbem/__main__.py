"""The program `pbem`, also run by `python -m pbem`."""

from pbem.cli import main

main(prog_name="pbem")
