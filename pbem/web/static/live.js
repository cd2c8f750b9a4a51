// Has this browser told what is new in its games. One tab holds the event stream and passes on what it hears; all others
// listen to that tab. Where streams do not pass, that tab asks now and then. What is told are signs that something is new
// (`live`, an event of the document); `follow.js` fetches what there is to see.

const place = document.getElementById("live");
const PING = 15_000; // milliseconds, the server's
const SILENCE = 3 * PING; // after which a stream, or the tab that holds it, is taken for dead
const OPENING = 10_000; // in which a stream says its first word, or is held back by something between
const ASKING = 20_000; // between two questions where no stream passes
const AGAIN = 300_000; // after which a stream is tried again
const GATHERING = 200; // in which other tabs say what they show

const spread = (time) => time * (0.8 + 0.4 * Math.random()); // so that not all ask at one moment
const parsed = (data) => (data ? JSON.parse(data) : null);

class Lead {
  // The one who listens for all tabs. `pass` takes what there is to tell.
  constructor(settings, pass) {
    Object.assign(this, { ...settings, pass });
    this.lastId = "";
    this.games = new Set();
    this.known = {};
    this.timers = new Map();
    this.source = null;
    this.last = Date.now();
  }

  after(name, time, work) {
    clearTimeout(this.timers.get(name));
    this.timers.set(name, setTimeout(work, time));
  }

  show(games) {
    const more = games.filter((game) => !this.games.has(game) && !(game in this.known));
    games.forEach((game) => this.games.add(game));
    if (more.length || !this.timers.size) {
      this.after("open", GATHERING, () => this.open());
    }
  }

  address(path) {
    const query = new URLSearchParams({ games: [...this.games].join(",") });
    if (this.lastId) {
      query.set("after", this.lastId);
    }
    return `${path}?${query}`;
  }

  open() {
    this.source?.close();
    const source = new EventSource(this.address(this.stream));
    this.source = source;
    for (const name of ["now", "same", "news", "ping"]) {
      source.addEventListener(name, (event) => {
        clearTimeout(this.timers.get("ask"));
        this.take({ name, data: parsed(event.data), id: event.lastEventId });
        this.after("silence", SILENCE, () => this.open());
      });
    }
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED && source === this.source) {
        this.ask();
      }
    });
    this.after("silence", OPENING, () => this.ask());
  }

  take(told) {
    this.lastId = told.id || this.lastId;
    if (told.name === "now") {
      Object.assign(this.known, told.data.games);
    } else if (told.name === "news") {
      const { game, position, mark, waits } = told.data;
      this.known[game] = [position, mark, waits];
    }
    this.pass(told);
  }

  // Asks what a stream would have told, until another one is tried.
  ask() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.timers.get("silence"));
    this.after("open", spread(AGAIN), () => this.open());
    const once = async () => {
      this.after("ask", spread(ASKING), once);
      try {
        const response = await fetch(this.address(this.poll), { signal: AbortSignal.timeout(PING) });
        const { id, games } = await response.json();
        this.take(id === this.lastId ? { name: "same", id } : { name: "now", data: { games }, id });
      } catch {
        this.after("ask", spread(3 * ASKING), once); // it cannot be reached, or is too busy
      }
    };
    once();
  }

  close() {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.source?.close();
  }
}

function begin() {
  const shown = Object.keys(JSON.parse(place.dataset.marks));
  const name = `live ${document.body.dataset.player ?? ""}`;
  const channel = new BroadcastChannel(name);
  const tab = String(Math.random());
  let lead = null;
  let letGo = () => {};
  let last = Date.now(); // when anything was heard

  function tell(told) {
    last = Date.now();
    document.dispatchEvent(new CustomEvent("live", { detail: told }));
  }

  function pass(told) {
    channel.postMessage({ told });
    tell(told);
  }

  function start() {
    lead = new Lead(place.dataset, pass);
    lead.show(shown);
    channel.postMessage({ asks: tab });
  }

  function end() {
    lead?.close();
    lead = null;
    letGo();
  }

  channel.addEventListener("message", ({ data }) => {
    if (data.told && !lead) {
      tell(data.told);
    } else if (data.asks && !lead) {
      last = Date.now();
      channel.postMessage({ here: tab, shown });
    } else if (data.here && lead) {
      lead.show(data.shown);
      if (Object.keys(lead.known).length) {
        channel.postMessage({ told: { name: "now", data: { games: lead.known }, id: lead.lastId } });
      }
    }
  });

  // Whoever holds the lock leads; when its tab is closed, the next one does.
  function queue(options) {
    navigator.locks
      .request(name, options, () => new Promise((free) => {
        letGo = free;
        start();
      }))
      .catch(() => {
        lead?.close(); // another has taken it, since nothing was heard of this one
        lead = null;
        queue({});
      });
  }

  if (navigator.locks) {
    queue({});
    setInterval(() => {
      if (!lead && !document.hidden && Date.now() - last > SILENCE) {
        last = Date.now();
        queue({ steal: true }); // the tab that leads is asleep
      }
    }, PING);
  } else {
    // Without a secure connection there are no locks: only a tab that is looked at listens.
    const settle = () => (document.hidden ? end() : lead || start());
    document.addEventListener("visibilitychange", settle);
    settle();
  }
  channel.postMessage({ here: tab, shown });
  addEventListener("pagehide", end);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

if (place && window.EventSource && window.BroadcastChannel) {
  begin();
}
