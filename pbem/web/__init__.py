"""The web: pages for everybody, and each player's own. It holds no rules; what is sent goes through `pbem.intake`.

Pages are rendered here and need no script. A page made for a visitor with a session is never stored by any cache.
"""

from pbem.web.app import create_app
from pbem.web.connections import ConnectionLimits
from pbem.web.server import WebServer, serve, serve_health
from pbem.web.visitor import SESSION

__all__ = ["SESSION", "ConnectionLimits", "WebServer", "create_app", "serve", "serve_health"]
