import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntil } from "./page.js";
import { openLive, realTable } from "./live.js";

test("a roll entered at a real table is shown", async () => {
  const table = await realTable();
  await table.startGame({ game: "base", players: [["Ana", "red"], ["Ben", "blue"], ["Cyr", "white"]].map(([name, colour]) => ({ name, colour })), options: {} });
  await table.found();
  const page = await openLive(table);
  await waitUntil(() => page.all(".player").length === 3);
  await table.submit({ kind: "roll", dice: [4, 4] });
  await waitUntil(() => page.text("#roll .sum") === "8");
  const phone = await openLive(table, "phone", { seat: "blue", player: "Ben" });
  await waitUntil(() => phone.document.body.dataset.connection === "live");
});
