"""Pictures: outlines, lettering, and what makes a PNG of an SVG. No game is known here."""
