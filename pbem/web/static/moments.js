// Moments of a game's past: fetched when they are asked for, and kept for a while; and the keys that step through them.

const KEPT = 60; // moments kept in memory

export class Moments {
  // `address` tells where the moment of a number, or of whatever else names it, comes from.
  constructor(address) {
    this.address = address;
    this.kept = new Map();
  }

  // The element of a moment, in a document of its own. Fails where it cannot be had; asked for again, it is fetched again.
  part(n) {
    if (!this.kept.has(n)) {
      const coming = this.fetched(n);
      coming.catch(() => this.kept.delete(n));
      this.kept.set(n, coming);
      if (this.kept.size > KEPT) {
        this.kept.delete(this.kept.keys().next().value);
      }
    }
    return this.kept.get(n);
  }

  async fetched(n) {
    const response = await fetch(this.address(n), { headers: { Accept: "text/html" } });
    if (!response.ok) {
      throw new Error(response.statusText);
    }
    return new DOMParser().parseFromString(await response.text(), "text/html").getElementById("moment");
  }
}

// Whether a key or a press is held together with no other.
export const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

// How many moments on a key leads: -1, 1, or 0 for another key.
export const arrowStep = (event) => (isPlain(event) && { ArrowLeft: -1, ArrowRight: 1 }[event.key]) || 0;
