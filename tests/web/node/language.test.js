// The languages of the pages: French texts, and switching the language. marked_words tests that all texts are marked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, snapshotOf } from "./page.js";

const page = await openPage("table");
const french = await openPage("table", { lang: "fr" });

test("a French page shows the state of the game in French", async () => {
  await french.show(snapshotOf("base"));
  assert.equal(french.text("#title"), "Tour 12");
  assert.match(french.text("#log"), /Ben construit une ville/);
  assert.equal(french.queryAllByRole("button", "Colline, 6").length, 1);
  assert.match(french.text("#island"), /Terrain Colline : 4 sur la table, 3 dans la boîte/);
});

test("the table's texts are translated, and texts written by people are not", async () => {
  await french.show(snapshotOf("base_noticed"));
  const notices = french.text("#notices");
  assert.match(notices, /On ne voit pas le plateau : la caméra n’envoie pas d’images\./);
  assert.match(notices, /2 cartes/);
  assert.match(notices, /Zoé's own words/);
});

test("a half-filled form survives a change of language", async () => {
  await page.show(snapshotOf("none"));
  await page.click("#start [data-key=new]");
  await page.click(page.button("More options"));
  await page.type(page.field("Name of player 2"), "Zoé");
  await page.select(page.field("Colour of player 1"), "orange");
  await page.check(page.field("The game is already in progress"));
  await page.select(page.field("Language"), "Français");
  assert.equal(page.field("Nom du joueur 2").value, "Zoé");
  assert.equal(page.field("Couleur du joueur 1").value, "orange");
  assert.ok(page.field("La partie est déjà en cours").checked);
  assert.match(page.document.cookie, /language=fr/);
});
