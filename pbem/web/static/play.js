// A game's page: the board, and the form of orders where there is one.

import { takePresses } from "./board-targets.js";
import { BoardView } from "./board-view.js";
import { start } from "./orders-form.js";

const frame = document.querySelector("figure[data-board]");
const view = frame && new BoardView(frame);

if (view) {
  takePresses(view);
}
document.addEventListener("live-replaced", () => view?.refresh());
if (document.getElementById("orders-form")) {
  start(() => view?.refresh());
}
