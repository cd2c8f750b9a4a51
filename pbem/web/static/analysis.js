// The board of an analysis: enlarged, moved and pressed as a game's is; each press loads the page that comes of it.

import { takePresses } from "./board-targets.js";
import { BoardView } from "./board-view.js";

const frame = document.querySelector("figure[data-board]");

if (frame) {
  takePresses(new BoardView(frame));
}
