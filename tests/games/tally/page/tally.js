// The page of a tally.

import { actionBar } from "../../table/action_bar.js";
import { composeFields } from "../../dialogs/form_fields.js";
import { askMore } from "../../table/action_bar.js";
import { namesOf } from "../../table/game.js";
import { radioGroup } from "../../dialogs/form_fields.js";
import { enter, enterWithNotice } from "../../network/api.js";
import { crest } from "../../drawing/signs.js";
import { dialogValues } from "../../dialogs/dialogs.js";
import { elementById, html, singleFlight, panel } from "../../drawing/dom.js";
import { followTable } from "../../table/frame.js";
import { logPanel } from "../../log/log.js";
import { canEnter } from "../../pairing/device_role.js";
import { SHARED_CHANGES } from "../../language/i18n.js";
import { mark, n, t } from "../../language/i18n.js";

const TOTALS = Array.from({ length: 11 }, (_, index) => index + 2);

const EVENTS = {
  seated: () => t("The tally begins"),
  thrown: ({ total }) => t("{total} was thrown", { total }),
};

/** The fields of a correction. */
const total = (event) => ({
  elements: radioGroup("total", t("Thrown"), TOTALS.map((each) => [`${each}`, `${each}`]), `${event.total}`),
  values: () => ({ total: Number(dialogValues().total) }),
  isComplete: () => Boolean(dialogValues().total),
});

/** The announcements between two views. */
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
  fieldsOf: composeFields({ thrown: [total] }),
  kinds: ["thrown"],
  kindName: () => t("A throw"),
  changes: {
    ...SHARED_CHANGES,
    total: ({ name, before, after }) => [t("{name}: {before} → {after} in all", { name, before, after })],
  },
  news,
};

/** Throws by hand are entered by taps. */
const drawThrows = (playing) =>
  playing && canEnter()
    ? html(
        "div",
        { class: "buttons" },
        TOTALS.map((each) => html("button", { type: "button", onclick: singleFlight(() => enter({ kind: "throw", total: each })) }, `${each}`)),
      )
    : [];

const drawTotals = (players) =>
  html("ol", {}, players.map(({ name, colour, total: all }) => html("li", {}, crest(colour), ` ${name} `, n("{count} in all", "{count} in all", all))));

const actions = () => [
  { key: "undo", text: t("Undo"), usual: true, act: () => enterWithNotice({ kind: "undo" }) },
  { key: "more", text: t("More"), usual: true, act: (view) => askMore(view) },
];

followTable(TALLY, [
  panel(elementById("throws"), ({ winner }) => !winner, drawThrows),
  panel(elementById("totals"), ({ players }) => players, drawTotals),
  logPanel(elementById("log")),
  actionBar(elementById("actions"), () => null, actions),
]);
