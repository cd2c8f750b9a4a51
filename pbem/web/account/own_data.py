"""The page of all that is kept of whoever is signed in: one file of it, and how to have it erased."""

import io
from datetime import timedelta
from typing import Final

from flask import Blueprint, render_template, send_file
from flask.typing import ResponseReturnValue

from pbem.web.site import flashed, site
from pbem.web.visitor import player, present_session

pages = Blueprint("own_data", __name__)

FRESH: Final = timedelta(hours=1)
"""How long after signing in a browser is taken for its owner's hand."""
_FRESH_MS: Final = FRESH // timedelta(milliseconds=1)


def is_fresh() -> bool:
    """Whether the visitor has signed in lately, so that a browser left open gives nobody all that is kept of them."""
    own_session = present_session()
    return own_session is not None and site().now_ms() - own_session.created_ms <= _FRESH_MS


@pages.get("/my/data")
def show() -> ResponseReturnValue:
    """What can be had, and asked for."""
    player()
    return render_template("own_data.html", said=flashed(pages.name), fresh=is_fresh())


@pages.post("/my/data/export")
def export() -> ResponseReturnValue:
    """A file with all that concerns the visitor, if they have signed in lately."""
    me, here = player(), site()
    if not is_fresh():
        return render_template("own_data.html", said=[], fresh=False), 403
    file = io.BytesIO()
    here.intake.own_data.export(me.id, file)
    file.seek(0)
    return send_file(file, mimetype="application/zip", as_attachment=True, download_name="my-data.zip", max_age=0)
