// Parts of a page that come with an answer only where they differ: each has a digest of what is in it as `data-key`, the
// page tells which it has, and those come empty.

// The digests of all parts, as the server is told of them.
export function knownParts(page) {
  return [...new Set([...page.querySelectorAll("[data-key]")].map((part) => part.dataset.key))].join(" ");
}

const inside = (part) => part.content ?? part;
const isEmpty = (part) => !inside(part).hasChildNodes();

// Puts into the empty parts of an answer what the page has.
export function fillKnown(fresh, page) {
  const known = new Map([...page.querySelectorAll("[data-key]")].map((part) => [part.dataset.key, part]));
  for (const part of fresh.querySelectorAll("[data-key]")) {
    const has = known.get(part.dataset.key);
    if (has && isEmpty(part)) {
      inside(part).append(...[...inside(has).childNodes].map((node) => node.cloneNode(true)));
    }
  }
}
