// Inputs at real tables while the page's network fails: each is entered once or not at all, and the page says which. The tests tap
// "End turn" on the tablet and on the active player's phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { idle, waitUntil } from "./page.js";
import { openLive, realTable } from "./live.js";
import { beginGame } from "./phone_page.js";

const DEVICES = { tablet: ["", { role: "tablet" }], phone: ["phone", { seat: "red", player: "Ana" }] };
const INPUTS = /\/api\/(seat\/)?inputs$/;

/** A page at a real table at which red can end the turn: its inputs are noted in `sent`, and its network can be cut. */
async function pageAtTurn(device) {
  const table = await realTable({ patience: 1, heartbeat: 600 });
  await beginGame(table);
  const [path, about] = DEVICES[device];
  const sources = [];
  /** Records every stream that the page opens. */
  const recordStreams = (window) => {
    const Stream = window.EventSource;
    window.EventSource = class extends Stream {
      constructor(...given) {
        super(...given);
        sources.push(this);
      }
    };
  };
  const page = await openLive(table, path, { ...about, before: recordStreams });
  await waitUntil(() => page.document.body.dataset.connection === "live");
  await waitUntil(() => endButton(page) && !endButton(page).disabled);
  const sent = [];
  const { window } = page;
  const { fetch, EventSource } = window;
  let isCut = false;
  window.fetch = (where, options = {}) => {
    if (INPUTS.test(where)) sent.push(options.headers);
    return isCut ? waitForAbort(options) : fetch(where, options);
  };
  /** Stop answering requests; if `isNoticed`, the stream breaks as well. */
  const cut = (isNoticed) => {
    isCut = true;
    window.EventSource = class extends EventTarget {
      close() {}
    };
    if (isNoticed) sources.at(-1).dispatchEvent(new Event("error"));
  };
  const mend = () => {
    isCut = false;
    window.EventSource = EventSource;
  };
  return { page, table, sent, cut, mend, onTurn: async () => (await table.view()).on_turn };
}

/** A request without an answer: it fails when the page aborts it. */
const waitForAbort = ({ signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("given up"))));

const endButton = (page) => page.all(".action[data-key=end], #actions [data-key=end]")[0];
const tap = (page) => page.click(endButton(page));
const messageText = (page) => page.text("#message");

for (const device of Object.keys(DEVICES)) {
  test(`a ${device} that lost the table enters nothing and says so at once`, async () => {
    const { page, sent, cut, mend, onTurn } = await pageAtTurn(device);
    cut(true);
    assert.equal(page.document.body.dataset.connection, "lost");
    await tap(page);
    assert.equal(messageText(page), "Not connected: nothing was entered.");
    mend();
    await waitUntil(() => page.document.body.dataset.connection === "live");
    assert.deepEqual(sent, []);
    assert.equal(await onTurn(), "red");
    await tap(page);
    await waitUntil(async () => (await onTurn()) === "blue");
    assert.equal(sent.length, 1);
  });

  test(`a ${device} that is cut and does not know it sends nothing and says so`, async () => {
    const { page, sent, cut, mend, onTurn } = await pageAtTurn(device);
    cut(false);
    await tap(page);
    await waitUntil(() => messageText(page) === "The table doesn't answer: nothing was entered.");
    mend();
    assert.deepEqual(sent, []);
    assert.equal(await onTurn(), "red");
  });

  test(`a ${device} whose connection breaks after an input was taken does not enter it twice`, async () => {
    const { page, table, sent, onTurn } = await pageAtTurn(device);
    const { window } = page;
    const noting = window.fetch;
    const statuses = [];
    window.fetch = async (where, options) => {
      const answer = await noting(where, options);
      if (!INPUTS.test(where)) return answer;
      statuses.push(answer.status);
      if (statuses.length > 1) return answer;
      // Blue's turn could be ended by the second.
      await table.submit({ kind: "roll", dice: [3, 5] });
      throw new TypeError("connection reset");
    };
    await tap(page);
    await waitUntil(() => statuses.length === 2);
    await idle();
    assert.deepEqual(statuses, [200, 200]);
    assert.equal(new Set(sent.map((headers) => headers["Idempotency-Key"])).size, 1);
    assert.equal(await onTurn(), "blue");
    assert.notEqual(page.$("#message").dataset.kind, "refusal");
  });

  test(`a ${device} takes no second tap while the first is on its way`, async () => {
    const { page, sent, onTurn } = await pageAtTurn(device);
    const first = tap(page);
    assert(endButton(page).disabled);
    await first;
    await waitUntil(async () => (await onTurn()) === "blue");
    await page.catchUp();
    assert.equal(sent.length, 1);
    assert.equal(await onTurn(), "blue");
  });
}
