// A game's page: the board, and the form of orders where there is one.

import { takePresses } from "./board-targets.js";
import { BoardView } from "./board-view.js";
import { start } from "./orders-form.js";
import { Since } from "./since.js";
import { Unlit } from "./unlit.js";

const frame = document.querySelector("figure[data-board]");
const view = frame && new BoardView(frame);
const since = view && new Since(view);
const unlit = view && new Unlit(view);

if (view) {
  takePresses(view, (x, y) => unlit.ask(x, y));
  view.board.addEventListener("click", (event) => event.target.closest("button, a") && unlit.clear());
}

// Takes up a board that was drawn anew.
function refresh() {
  view?.refresh();
  since?.refresh();
  unlit?.clear();
}

document.addEventListener("live-replaced", refresh);
if (document.getElementById("orders-form")) {
  start((isPressed) => {
    if (isPressed) {
      since?.end();
    }
    refresh();
  });
}
