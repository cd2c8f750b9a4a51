// Orders that were typed or pressed and not sent: kept in this browser until the server has taken them, under the player's
// number, the game and the turn. `text` is what stands in the box, `body` the form by which it was sent without an answer.

const form = () => document.getElementById("orders-form");
const box = () => document.getElementById("orders");
const game = () => `orders ${document.body.dataset.player} ${form().dataset.game} `;

export const name = () => game() + form().dataset.turn;

function names() {
  return Object.keys(localStorage).filter((one) => one.startsWith(game()));
}

export function find() {
  try {
    const found = names().map((one) => ({ ...JSON.parse(localStorage.getItem(one)), name: one }));
    return found.sort((one, other) => other.at - one.at)[0] || null;
  } catch {
    return null;
  }
}

export function put(text, body) {
  try {
    if (Number(localStorage.getItem("signed out")) > performance.timeOrigin) {
      return; // in another tab, since this page was loaded
    }
    names().forEach((one) => localStorage.removeItem(one));
    if (text.trim() && text.trim() !== box().dataset.opening) {
      localStorage.setItem(name(), JSON.stringify({ text, body, at: Date.now() }));
    }
  } catch {
    // the browser keeps nothing; the page still does
  }
}

// What was typed before and not sent, with what is to be said of it; null where nothing was, or the box holds orders.
export function left() {
  const found = find();
  const held = box().value.trim();
  if (!found || (held && held !== box().dataset.opening)) {
    return null;
  }
  const sort = found.name !== name() ? "earlier" : found.body ? "unanswered" : "typed";
  return { text: found.text, sort };
}
