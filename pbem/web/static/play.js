// A game's page: the board, and the form of orders where there is one.

import { takePresses } from "./board-targets.js";
import { BoardView } from "./board-view.js";
import { start } from "./orders-form.js";
import { Since } from "./since.js";

const frame = document.querySelector("figure[data-board]");
const view = frame && new BoardView(frame);
const since = view && new Since(view);

if (view) {
  takePresses(view);
}

// Takes up a board that was drawn anew.
function refresh() {
  view?.refresh();
  since?.refresh();
}

document.addEventListener("live-replaced", refresh);
if (document.getElementById("orders-form")) {
  start((isPressed) => (isPressed && since ? since.end() : refresh()));
}
