// A table that stands in for the real one, and the server between it and a page: the script's side of
// tests/web/conftest.py's FakeTable.

import { appendFileSync } from "node:fs";

/** Where the requests of all pages are written: the real server's tests take each of them (test_node.py). */
const REQUESTS = process.env.COMPANION_REQUESTS;

/** Copy JSON. */
export const copy = (value) => JSON.parse(JSON.stringify(value));

/**
 * A table whose snapshot the test sets. It stores the inputs by path, and refuses all while `refusal` is a sentence.
 * `choices` is the answer for the form of a new game.
 */
export class FakeServer {
  constructor(snapshot, { role = "tablet", seat = null, choices = {} } = {}) {
    Object.assign(this, { snapshot: copy(snapshot), role, seat });
    /** What can be played at the table (`choicesOf`). */
    this.choices = choices;
    /** Every request but those for words: { method, path, body }. */
    this.requests = [];
    this.streams = [];
    this.refusal = null;
    this.changes = [];
    /** The answers by path: JSON, or a function from the request's body to JSON. Tests set their own. */
    this.answers = {
      "/api/clock": () => ({ t: this.snapshot.t, run: "r1", up: 100 }),
      "/api/games": (body) => (body ? this.#outcome() : this.choices),
      "/api/inputs": () => this.#outcome(),
      "/api/inputs?preview=1": () => ({ ...this.#outcome(), changes: this.changes }),
    };
    /** While true, requests get no answer. */
    this.stalled = false;
  }

  /** Bodies that were posted to a path, without their `about`. */
  bodiesPostedTo(path) {
    const own = ({ about, ...body }) => body;
    return this.requests.filter((each) => each.method === "POST" && each.path === path).map(({ body }) => own(body));
  }

  /** The inputs that were entered at the table. */
  get inputs() {
    return this.bodiesPostedTo("/api/inputs");
  }

  /** The inputs that were only previewed. */
  get previews() {
    return this.bodiesPostedTo("/api/inputs?preview=1");
  }

  #outcome() {
    return { told: [], violations: [], version: this.snapshot.version };
  }

  /** Edit the snapshot and send it to all open streams. */
  change(edit) {
    const after = copy(this.snapshot);
    edit(after);
    after.version += 1;
    this.snapshot = after;
    for (const stream of this.streams) this.#send(stream);
  }

  #send(stream) {
    stream.hear("snapshot", this.snapshot, `${this.snapshot.epoch}-${this.snapshot.version}`);
  }

  /** A page opens its stream. */
  connect(stream) {
    this.streams.push(stream);
    queueMicrotask(() => {
      if (this.stalled || !this.streams.includes(stream)) return;
      this.#send(stream);
      stream.hear("visitor", { role: this.role, seat: this.seat });
    });
  }

  /** Break the streams, like a lost network. */
  disconnect() {
    for (const stream of this.streams.splice(0)) stream.fail();
  }

  /** Answer a request, as `fetch` does. */
  async fetch(path, { method = "GET", body, headers = {} } = {}) {
    const request = { method, path, body: body === undefined ? undefined : JSON.parse(body) };
    this.requests.push(request);
    if (REQUESTS && method !== "GET") appendFileSync(REQUESTS, `${JSON.stringify({ ...request, headers, role: this.role, seat: this.seat })}\n`);
    if (this.stalled) return new Promise(() => {});
    if (method !== "GET" && this.refusal !== null) return Response.json({ error: this.refusal }, { status: 409 });
    const answer = this.answers[path] ?? this.answers[path.split("?")[0]];
    if (answer === undefined) return Response.json({ error: `no answer for ${path}` }, { status: 404 });
    const json = typeof answer === "function" ? await answer(request.body) : answer;
    return json instanceof Response ? json : Response.json(json);
  }
}
