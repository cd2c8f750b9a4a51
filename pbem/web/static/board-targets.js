// Lets a finger meet the places of the board that can be pressed: each takes what falls near it, and the nearest wins.

const REACH = 22; // pixels around a place's middle that are its own however small it is drawn: 44 across

function placesOf(view) {
  return [...view.frame.querySelectorAll(".targets foreignObject")].map((one) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(one.getAttribute(name)));
    return { x: x + width / 2, y: y + height / 2, reach: width / 2, button: one.querySelector("button") };
  });
}

// The button of the place that a point of the window means; null where it means none.
export function meant(view, clientX, clientY) {
  if (view.past) {
    return null; // on the board of another moment nothing is laid
  }
  const [x, y] = view.at(clientX, clientY);
  const least = REACH / view.scale();
  const near = placesOf(view)
    .map((place) => ({ ...place, away: Math.max(Math.abs(place.x - x), Math.abs(place.y - y)) }))
    .filter((place) => place.away <= Math.max(place.reach, least));
  const order = (place) => Math.hypot(place.x - x, place.y - y);
  near.sort((one, other) => order(one) - order(other));
  return near[0]?.button ?? null;
}

// Takes presses on the board: those that ended a move are none, and others go to the place that they mean; `missed` is told
// where one means none.
export function takePresses(view, missed = () => {}) {
  view.frame.addEventListener(
    "click",
    (event) => {
      const isTyped = event.detail === 0; // by a key, or passed on from here
      if (isTyped || event.target.closest("a")) {
        return;
      }
      const button = view.moved ? null : meant(view, event.clientX, event.clientY);
      if (button && button === event.target.closest("button")) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (button) {
        button.click();
      } else if (!view.moved) {
        missed(event.clientX, event.clientY);
      }
    },
    { capture: true },
  );
  view.frame.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") {
      const button = meant(view, event.clientX, event.clientY);
      view.frame.classList.toggle("meant", button !== null);
    }
  });
}
