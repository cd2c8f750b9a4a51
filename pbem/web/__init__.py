"""The web: pages for everybody, and each player's own. It holds no rules; what is sent goes through `pbem.intake`.

Pages are rendered here and need no script. A page made for a visitor with a session is never stored by any cache.
"""
