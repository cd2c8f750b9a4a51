// Moves and enlarges the board within its frame: two fingers on it or on a trackpad, a mouse that drags, ctrl and the
// wheel, or its buttons and the arrow keys beside them. One finger scrolls the page. Where it is looked at outlasts
// every new drawing and a reload.

const STEP = 1.5; // how much a press on + or − enlarges
const NEAREST = 3; // squares seen across when it is enlarged most
const LEGIBLE = 22; // pixels that a square has at least where what is on it can be read
export const SLOP = 10; // pixels within which a press ends that is none on the way elsewhere

const numbers = (text) => text.trim().split(/[\s,]+/).map(Number);
const clamp = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));

export class BoardView {
  constructor(frame) {
    this.frame = frame;
    this.name = `board ${frame.dataset.board}`;
    this.fingers = null;
    this.moved = false;
    this.board = frame.closest(".board");
    const zoom = this.board.querySelector(".zoom");
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("touchstart", (event) => this.touch(event), { passive: false });
    frame.addEventListener("touchmove", (event) => this.pinch(event), { passive: false });
    frame.addEventListener("touchend", () => this.release());
    frame.addEventListener("gesturestart", (event) => this.gesture(event), { passive: false });
    frame.addEventListener("gesturechange", (event) => this.gesture(event), { passive: false });
    zoom.addEventListener("click", (event) => this.button(event));
    zoom.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.refresh()).observe(frame);
    this.refresh();
  }

  // Takes up a drawing that has come anew, or a frame that has.
  refresh() {
    this.board.querySelector(".zoom").hidden = false;
    const around = this.board.parentElement;
    const above = `${Math.round(around.getBoundingClientRect().top + window.scrollY)}px`;
    if (this.board.style.getPropertyValue("--above") !== above) {
      this.board.style.setProperty("--above", above);
    }
    this.drawings = [...this.frame.querySelectorAll(":scope > svg")];
    const drawing = this.drawings.find((one) => one !== this.past);
    if (!drawing) {
      return;
    }
    const isNew = drawing !== this.drawing;
    this.drawing = drawing;
    if (isNew || drawing.dataset.close) {
      this.home = numbers(drawing.dataset.close || drawing.getAttribute("viewBox"));
      this.ends = (drawing.dataset.ends || "").split(";").filter(Boolean).map(numbers);
    }
    this.whole = numbers(drawing.dataset.whole || drawing.getAttribute("viewBox"));
    this.square = Number(drawing.dataset.square) || this.whole[2] / 10;
    this.show(this.read() || this.start(), false);
    this.reveal(this.past?.querySelectorAll(".new") ?? []);
  }

  // What is seen at first: both ends; or where nothing could be read so, the one with more to do, and then to see.
  start() {
    const both = this.fitted(this.home);
    if (!this.ends.length || (this.frame.clientWidth / both[2]) * this.square >= LEGIBLE) {
      return both;
    }
    const places = [...this.frame.querySelectorAll(":scope > .targets foreignObject")].map((place) =>
      ["x", "y"].map((name) => Number(place.getAttribute(name))),
    );
    const lie = ([x, y, width, height]) =>
      places.filter(([atX, atY]) => atX >= x && atX <= x + width && atY >= y && atY <= y + height).length;
    const counts = this.ends.map(lie);
    if (this.end === undefined || (counts[this.end] === 0 && Math.max(...counts) > 0)) {
      this.end = counts.indexOf(Math.max(...counts));
    }
    return this.fitted(this.ends[this.end] ?? this.ends[0]);
  }

  // The drawing of a moment that lies over the board; null where none does.
  get past() {
    return this.frame.querySelector(":scope > svg[data-made]");
  }

  // Brings marks of a drawing into view: as it is looked at, if they are seen there; else closer, or from farther away.
  reveal(marks) {
    const boxes = [...marks].map((mark) => mark.getBoundingClientRect());
    if (!boxes.length) {
      return;
    }
    const [west, north] = this.at(Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top)));
    const [east, south] = this.at(Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom)));
    const [x, y, width, height] = this.view;
    const isSeen = west >= x && north >= y && east <= x + width && south <= y + height;
    if (!isSeen || this.scale() * this.square < LEGIBLE) {
      const around = [west - this.square, north - this.square, east - west + 2 * this.square, south - north + 2 * this.square];
      const [, , wide] = this.fitted(around);
      const closest = Math.max(wide, Math.min(width, (this.frame.clientWidth * this.square) / LEGIBLE));
      const [middleX, middleY] = [(west + east) / 2, (north + south) / 2];
      this.show([middleX - closest / 2, middleY - (closest * this.ratio()) / 2, closest, closest * this.ratio()], false);
    }
  }

  read() {
    try {
      const [x, y, width] = numbers(sessionStorage.getItem(this.name) || "");
      return width > 0 ? [x, y, width, width * this.ratio()] : null;
    } catch {
      return null;
    }
  }

  keep(view) {
    try {
      if (view) {
        sessionStorage.setItem(this.name, view.slice(0, 3).map((value) => value.toFixed(1)).join(" "));
      } else {
        sessionStorage.removeItem(this.name);
      }
    } catch {
      // the browser keeps nothing; the board is looked at all the same
    }
  }

  ratio() {
    return Math.max(this.frame.clientHeight, 1) / Math.max(this.frame.clientWidth, 1); // nothing, while it is hidden
  }

  // The smallest view of the frame's shape that shows all of a part.
  fitted([x, y, width, height]) {
    const wide = Math.max(width, height / this.ratio());
    const high = wide * this.ratio();
    return [x - (wide - width) / 2, y - (high - height) / 2, wide, high];
  }

  show(wanted, isChosen = true) {
    const most = this.fitted(this.whole)[2];
    const width = clamp(wanted[2], NEAREST * this.square, most);
    const height = width * this.ratio();
    const middle = [wanted[0] + wanted[2] / 2, wanted[1] + wanted[3] / 2];
    const [x, y] = [0, 1].map((at) => {
      const [size, room, from] = [[width, height][at], this.whole[at + 2], this.whole[at]];
      const start = middle[at] - size / 2;
      return size >= room ? from - (size - room) / 2 : clamp(start, from, from + room - size);
    });
    this.view = [x, y, width, height];
    const box = this.view.map((value) => value.toFixed(2)).join(" ");
    this.drawings.forEach((one) => one.setAttribute("viewBox", box));
    this.frame.style.setProperty("--pixel", (1 / this.scale()).toFixed(3)); // so that lines are as thick at every zoom
    if (isChosen) {
      this.keep(this.view);
    }
  }

  // Pixels for a unit of the drawing.
  scale() {
    return this.frame.clientWidth / this.view[2];
  }

  // A point of the window in units of the drawing.
  at(clientX, clientY) {
    const box = this.frame.getBoundingClientRect();
    const left = box.left + this.frame.clientLeft;
    const top = box.top + this.frame.clientTop;
    return [this.view[0] + (clientX - left) / this.scale(), this.view[1] + (clientY - top) / this.scale()];
  }

  // Enlarges by a factor, so that the point stays where it is in the window.
  zoom(factor, [x, y] = this.middle()) {
    const most = this.fitted(this.whole)[2];
    const width = clamp(this.view[2] / factor, NEAREST * this.square, most);
    const share = width / this.view[2];
    this.show([x - (x - this.view[0]) * share, y - (y - this.view[1]) * share, width, width * this.ratio()]);
  }

  middle() {
    return [this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2];
  }

  pan(byX, byY) {
    const scale = this.scale();
    const [x, y, width, height] = this.view;
    this.show([x - byX / scale, y - byY / scale, width, height]);
  }

  button(event) {
    const sort = event.target.closest("button")?.dataset.zoom;
    if (sort === "whole") {
      const whole = this.fitted(this.whole);
      if (Math.abs(this.view[2] - whole[2]) < 1) {
        this.keep(null);
        this.show(this.start(), false);
      } else {
        this.show(whole);
      }
    } else if (this.ends[sort]) {
      this.show(this.fitted(this.ends[sort]));
    } else if (sort) {
      this.zoom(sort === "in" ? STEP : 1 / STEP);
    }
  }

  key(event) {
    const ways = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (ways[event.key]) {
      event.preventDefault();
      const far = this.frame.clientWidth / 5;
      this.pan(...ways[event.key].map((way) => way * far));
    } else if (["+", "-"].includes(event.key)) {
      this.zoom(event.key === "+" ? STEP : 1 / STEP);
    }
  }

  wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 200), this.at(event.clientX, event.clientY));
    }
  }

  // A mouse or a pen that is pressed: moved far enough, it takes the board with it.
  down(event) {
    this.moved = false;
    if (event.button !== 0) {
      return;
    }
    const start = [event.clientX, event.clientY];
    let last = start;
    const move = (now) => {
      if (now.pointerId !== event.pointerId) {
        return;
      }
      const far = Math.hypot(now.clientX - start[0], now.clientY - start[1]);
      this.moved ||= far > SLOP;
      if (this.moved && event.pointerType !== "touch") {
        this.pan(now.clientX - last[0], now.clientY - last[1]);
        last = [now.clientX, now.clientY];
      }
    };
    const end = () => {
      ["pointermove", "pointerup", "pointercancel"].forEach((name) => window.removeEventListener(name, steps[name]));
    };
    const steps = { pointermove: move, pointerup: end, pointercancel: end };
    Object.entries(steps).forEach(([name, step]) => window.addEventListener(name, step));
  }

  touch(event) {
    if (event.touches.length === 2) {
      event.preventDefault();
      this.moved = true;
      this.fingers = spread(event.touches);
    }
  }

  pinch(event) {
    if (!this.fingers || event.touches.length !== 2) {
      return;
    }
    event.preventDefault();
    const now = spread(event.touches);
    this.pan(now.x - this.fingers.x, now.y - this.fingers.y);
    this.zoom(now.far / this.fingers.far, this.at(now.x, now.y));
    this.fingers = now;
  }

  release() {
    this.fingers = null;
  }

  // Two fingers on a trackpad, which Safari tells of by events of its own; those on a screen it tells of as touches too.
  gesture(event) {
    event.preventDefault();
    if (this.fingers) {
      return;
    }
    if (event.type === "gesturechange") {
      this.zoom(event.scale / this.spread, this.at(event.clientX, event.clientY));
    }
    this.spread = event.scale;
  }
}

// The middle of two fingers, and how far they are from each other.
function spread([one, other]) {
  return {
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    far: Math.max(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), 1),
  };
}
