// The design page: every component in every state, and the design tokens (docs/design.md). Taps enter nothing.

import { counters, cardCounters } from "../base_entries/counters.js";
import { drawPlayers, drawBank, pickBank, pickPlayers } from "../base_game/players.js";
import { drawOffers } from "../base_game/offers.js";
import { rollPanel } from "../base_game/roll.js";
import { drawToDo, pickToDo } from "../base_game/turn.js";
import { drawCards, drawHand, pickCards, pickHand } from "../base_phone/hand.js";
import { drawOffers as drawOffered, pickOffers as pickOffered } from "../base_phone/offers.js";
import { playerChips } from "../dialogs/player_chips.js";
import { radioGroup } from "../dialogs/radios.js";
import { actionSign } from "../drawing/action_signs.js";
import { KINDS, card, drawCardCounts, drawFan } from "../drawing/cards.js";
import { crest } from "../drawing/crests.js";
import { elementById, flattenContent, html } from "../drawing/dom.js";
import { sign } from "../drawing/signs.js";
import { BEGINNERS } from "../island/geometry.js";
import { drawIsland } from "../island/island_picture.js";
import { onLanguageChange } from "../language/i18n.js";
import { race } from "../table/race.js";
import { drawSources } from "../table/sources.js";
import { BANKS, HANDS, NAMED_PLAYERS, OFFERS_ON_PHONES, OFFERS, OWN_CARDS, PLAYERS, ROLLS, TURNS, VIEW, castSample } from "./samples.js";

/** Sections that take half a page on a tablet. */
const WIDE_SECTIONS = ["Whose turn it is", "The roll", "Players", "The bank", "What waits"];
const TOKENS_PATH = "/static/design/tokens.css";
const names = Object.fromEntries(NAMED_PLAYERS.map(({ colour, name }) => [colour, name]));

/**
 * A component in one state, with its caption.
 *
 * @param {string} name
 * @param {Page.Content} shown
 * @param {string} kind
 */
const specimen = (name, shown, kind = "") => html("figure", { class: `specimen ${kind}`.trim() }, html("figcaption", { lang: "en" }, name), shown);

/**
 * @param {string} title
 * @param {Page.Content[]} specimens
 */
const section = (title, ...specimens) => html("section", { class: `specimens${WIDE_SECTIONS.includes(title) ? " specimens-wide" : ""}` }, html("h2", { lang: "en" }, title), specimens);

/** Reads the tokens that the style sheet declares: names and current values. */
function readTokens() {
  const sheet = [...document.styleSheets].find(({ href }) => href && new URL(href).pathname === TOKENS_PATH);
  const declared = [...(sheet?.cssRules ?? [])].flatMap((rule) =>
    rule instanceof CSSStyleRule ? [...rule.style].filter((name) => name.startsWith("--")) : [],
  );
  const root = getComputedStyle(document.documentElement);
  return [...new Set(declared)].map((name) => ({ name, value: root.getPropertyValue(name).trim() }));
}

const isColour = (/** @type {string} */ value) => CSS.supports("color", value) && !/^[\d.]+$/.test(value);

/** @param {{ name: string, value: string }} token */
function colourToken({ name, value }) {
  const swatch = html("span", { class: "colour", "aria-hidden": "true" });
  swatch.style.background = `var(${name})`;
  return html("span", { class: "token-specimen" }, swatch, html("code", {}, name), html("small", {}, value));
}

/** @param {{ name: string, value: string }} token */
function measureToken({ name, value }) {
  const shown = html("span", { class: "measured" }, /rem$/.test(value) ? "Ana 8" : value);
  if (/rem$/.test(value)) shown.style.fontSize = `var(${name})`;
  return html("span", { class: "token-specimen" }, shown, html("code", {}, name), html("small", {}, value));
}

const BUTTONS = [
  ["a button", {}, "Cancel"],
  ["the one that is meant", { class: "primary" }, "They traded"],
  ["not yet", { class: "primary", disabled: true }, "They traded"],
  ["an action", { class: "action" }, [actionSign("trade"), "Trade"]],
  ["an action that is usual now", { class: "action action-usual" }, [actionSign("end"), "End turn"]],
  ["an action that is due", { class: "action action-due" }, [actionSign("roll"), "Enter a roll"]],
  ["an action that can't be", { class: "action", disabled: true }, [actionSign("undo"), "Undo"]],
  ["a large choice", { class: "choice" }, "Road building"],
  ["one the rules don't allow now", { class: "choice choice-unusual" }, "Monopoly"],
  ["a card to choose", { class: "choice choice-card" }, [card("knight"), html("span", {}, "Knight")]],
  ["a control", { class: "icon-button", "aria-label": "View and sound" }, sign("settings")],
];

/** All sections, in the current language. */
function sections() {
  const all = readTokens();
  const rolls = ROLLS.map(([name, view]) => {
    const root = html("section", { class: "panel roll" });
    rollPanel(root, () => () => null)(castSample(view));
    return specimen(name, root);
  });
  return [
    section("Colours", specimen("as they are now", all.filter(({ value }) => isColour(value)).map(colourToken), "tokens")),
    section("Type, space, motion", specimen("as they are now", all.filter(({ value }) => !isColour(value)).map(measureToken), "tokens")),
    section("Buttons", ...BUTTONS.map(([name, attributes, text]) => specimen(/** @type {string} */ (name), html("button", { type: "button", .../** @type {Page.Attributes} */ (attributes) }, /** @type {Page.Content} */ (text))))),
    section(
      "Fields",
      specimen("one of several", radioGroup("points", "How many?", [["1", "1"], ["2", "2"], ["3", "3"]], "2")),
      specimen("one of the players", playerChips("player", "Who?", NAMED_PLAYERS, "white")),
      specimen("none chosen yet", playerChips("from", "From whom?", NAMED_PLAYERS.slice(0, 3), null, [["bank", "The bank"]])),
      specimen("a tick", html("label", { class: "tick" }, html("input", { type: "checkbox", checked: true }), html("span", {}, "Sounds"))),
      specimen("a choice folded away", html("label", {}, html("span", {}, "Language"), html("select", {}, html("option", {}, "English")))),
    ),
    section(
      "Cards",
      specimen("every card", KINDS.map((kind) => html("span", { class: "card-specimen" }, card(kind), html("small", { lang: "en" }, kind))), "all-cards"),
      specimen("fanned", drawFan({ lumber: 2, wool: 1, ore: 4, unidentified: 6 })),
      specimen("counted", html("p", { class: "counted" }, drawCardCounts({ brick: 1, grain: 3, unidentified: 2 }))),
      specimen("none of it left", html("p", { class: "counted card-gone" }, card("ore"), card("development"))),
      specimen("tapped across", html("div", { class: "trade" }, [
        cardCounters("Gives", { given: { grain: 4 }, step: (kind) => (kind === "grain" ? 2 : 4), note: (kind) => (kind === "grain" ? "2:1" : "4:1") }).element,
        cardCounters("Takes", { given: { ore: 2 }, most: (kind, counts) => (kind === "ore" ? 2 : counts[kind] ?? 0) }).element,
      ])),
      specimen("of a hand that is known", cardCounters("You give", { given: { wool: 1 }, held: (kind) => ({ wool: 3, brick: 1 })[kind] ?? 0, most: (kind) => ({ wool: 3, brick: 1 })[kind] ?? 0 }).element),
      specimen("counted in rows", counters("How many does each give?", NAMED_PLAYERS.slice(0, 3).map(({ colour: key, name }) => ({ key, name, label: [crest(key), html("span", { class: "count-name" }, name)] })), { given: { blue: 2 } }).element),
    ),
    section("Whose turn it is", ...TURNS.map(([name, view]) => specimen(name, html("section", { class: "panel to-do" }, drawToDo(pickToDo(castSample(view))))))),
    section("The roll", ...rolls),
    section(
      "Players",
      ...[null, ...NAMED_PLAYERS].map((who) =>
        specimen(who ? `${who.name} is on turn` : "nobody is on turn", html("section", { class: "panel players" }, drawPlayers({
          ...pickPlayers(castSample(({ ...VIEW, players: PLAYERS, on_turn: who?.colour ?? null }))), mayHaveWon: 0.3, victims: who ? [] : ["blue", "white"],
        }))),
      ),
      specimen("the race", html("p", { "data-colour": "blue" }, race(4, 10))),
      specimen("crests", NAMED_PLAYERS.map(({ colour: each }) => crest(each))),
    ),
    section("The bank", ...BANKS.map(([name, view]) => specimen(name, html("section", { class: "panel bank" }, drawBank(pickBank(castSample(view))))))),
    section(
      "What waits",
      ...OFFERS.map(([name, offer]) => specimen(`an offer: ${name}`, html("div", { class: "waiting" }, drawOffers(castSample([{ ...offer, names }]))))),
      specimen("a strip", html("p", { class: "strip" }, "The page can't keep the screen on.")),
      specimen("a strip that warns", html("p", { class: "strip strip-alert" }, "Not connected to the table. What you see may be old.")),
      specimen("a refusal", html("p", { class: "message" }, "The robber stands there already.", html("button", { type: "button" }, "Undo"))),
      specimen("what was taken", html("p", { class: "message", "data-kind": "recorded" }, "Ana builds a road.")),
      specimen("a flag", html("span", { class: "flag" }, "not enough cards to pay")),
      specimen("sources", html("div", { class: "sources" }, drawSources(castSample([
        { name: "camera", health: "ok", text: "" }, { name: "tower", health: "waiting", text: "" }, { name: "panel", health: "fault", text: "" },
      ])))),
    ),
    section(
      "On a phone",
      ...HANDS.map(([name, seen]) => specimen(`the hand: ${name}`, html("section", { class: "panel phone-hand" }, drawHand(pickHand(castSample(seen)))))),
      specimen("development cards", html("section", { class: "panel phone-cards" }, drawCards(pickCards(castSample(OWN_CARDS))))),
      ...OFFERS_ON_PHONES.map((seen) => specimen("an offer", html("section", { class: "offers" }, drawOffered(pickOffered(castSample(seen)))))),
    ),
    section("The island", specimen("at rest", html("div", { class: "island" }, drawIsland(BEGINNERS)))),
  ];
}

/** @param {Event} event */
function blockEvent(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Components that react to taps on this page. */
const INTERACTIVE_SELECTOR = ".across, .counter, .face, .tick, summary";
/** @param {Event} event */
const isEntry = ({ target }) => target instanceof Element && !target.closest(INTERACTIVE_SELECTOR);
const root = elementById("design");
// Forms look as on the tablet; taps enter nothing.
document.body.dataset.role = "tablet";
for (const kind of ["click", "submit"]) root.addEventListener(kind, (event) => isEntry(event) && blockEvent(event), true);
onLanguageChange(draw);
draw();

function draw() {
  document.title = "Companion · design";
  root.replaceChildren(html("h1", { lang: "en" }, "Components"), ...flattenContent(sections()));
  root.ariaBusy = "false";
}
