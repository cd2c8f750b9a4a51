// What is the matter where orders were not answered, and where the page says so.

export class Trouble extends Error {
  constructor(sort, text = "") {
    super(sort);
    this.sort = sort;
    this.text = text;
  }
}

// Says what is the matter, or with null that nothing is; what it says is on the page from the beginning, in `#troubles`.
export function tell(trouble) {
  const place = document.getElementById("trouble");
  if (trouble === null) {
    place.replaceChildren();
    return;
  }
  if (!(trouble instanceof Trouble)) {
    throw trouble;
  }
  const said = document.getElementById("troubles").content.querySelector(`[data-trouble="${trouble.sort}"]`);
  const shown = document.importNode(said, true);
  if (trouble.text) {
    shown.querySelector("p").textContent = trouble.text;
  }
  if (place.textContent !== shown.textContent) {
    place.replaceChildren(shown); // the same once more would only be read aloud once more
  }
}

// What is the matter where an answer is none to orders; where the server says so itself, in its own words.
export function troubleOf(response, page) {
  if (response.status === 400 || new URL(response.url).pathname.endsWith("/sign-in")) {
    return ["session"];
  }
  if (response.status >= 500) {
    return ["server"];
  }
  const said = [...page.querySelectorAll("main h1, main h1 + p")].map((one) => one.textContent.trim());
  return ["refused", said.join(": ")];
}
