// The page of a tally.

import { actionBar } from "../../table/action_bar.js";
import { composed } from "../../dialogs/composed.js";
import { askMore } from "../../table/more.js";
import { namesOf } from "../../table/current_view.js";
import { radios } from "../../dialogs/radios.js";
import { enter, enterTold } from "../../network/api.js";
import { crest } from "../../drawing/crests.js";
import { values } from "../../dialogs/dialogs.js";
import { at, html, once, panel } from "../../drawing/dom.js";
import { followTable } from "../../table/frame.js";
import { drawLog, pickLog } from "../../log/log.js";
import { acts } from "../../pairing/device_role.js";
import { SHARED } from "../../language/shared_diff_text.js";
import { mark, n, t } from "../../language/i18n.js";

const TOTALS = Array.from({ length: 11 }, (_, index) => index + 2);

const EVENTS = {
  seated: () => t("The tally begins"),
  thrown: ({ total }) => t("{total} was thrown", { total }),
};

/** What was thrown, as it is corrected. */
const total = (event) => ({
  elements: radios("total", t("Thrown"), TOTALS.map((each) => [`${each}`, `${each}`]), `${event.total}`),
  says: () => ({ total: Number(values().total) }),
  done: () => Boolean(values().total),
});

/** What somebody should hear of between two views. */
function news(before, after) {
  const names = namesOf(after);
  if (!after.winner || before.winner) return [];
  return [{ sound: "winner", text: t("{name} came to twenty!", { name: names[after.winner] }) }];
}

const TALLY = {
  kind: "tally",
  words: { violation: { too_little: mark("no pair of dice shows so little") } },
  title: ({ winner, players }) =>
    winner ? t("{name} came to twenty!", { name: namesOf({ players })[winner] }) : t("A tally"),
  tell: ({ kind, ...event }) => EVENTS[kind](event),
  where: () => "",
  startsTurn: () => false,
  ground: ["seated"],
  fieldsOf: composed({ thrown: [total] }),
  kinds: ["thrown"],
  kindName: () => t("A throw"),
  changes: {
    ...SHARED,
    total: ({ name, before, after }) => [t("{name}: {before} → {after} in all", { name, before, after })],
  },
  news,
};

/** What is thrown by hand is tapped. */
const drawThrows = (playing) =>
  playing && acts()
    ? html(
        "div",
        { class: "buttons" },
        TOTALS.map((each) => html("button", { type: "button", onclick: once(() => enter({ kind: "throw", total: each })) }, `${each}`)),
      )
    : [];

const drawTotals = (players) =>
  html("ol", {}, players.map(({ name, colour, total: all }) => html("li", {}, crest(colour), ` ${name} `, n("{count} in all", "{count} in all", all))));

const actions = () => [
  { key: "undo", text: t("Undo"), usual: true, act: () => enterTold({ kind: "undo" }) },
  { key: "more", text: t("More"), usual: true, act: (view) => askMore(view) },
];

followTable(TALLY, [
  panel(at("throws"), ({ winner }) => !winner, drawThrows),
  panel(at("totals"), ({ players }) => players, drawTotals),
  panel(at("log"), pickLog, drawLog),
  actionBar(at("actions"), () => null, actions),
]);
