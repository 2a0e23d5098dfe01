// The fields of an event, by its kind: what people say happened instead, or besides.

import { values } from "../dialogs.js";
import { html } from "../dom.js";
import { RESOURCES } from "../signs.js";
import { t, word } from "../words.js";
import { UNIDENTIFIED, cardCounters, total } from "./counters.js";
import { mostlyOne, people } from "./people.js";
import { oneCard } from "./robbery.js";
import { chosenDice, diceFields } from "./roll.js";
import { siteMap } from "./sitemap.js";

const NOBODY = "nobody";
const PLAYED = ["knight", "road_building", "year_of_plenty", "monopoly"];
const BOUGHT = [...PLAYED, "victory_point"];
const NOT_SAID = "";

/*
 * A field is made of the event and the view: its elements, what it says of the event by now, and whether
 * that is all that it has to say.
 */

const player = (event, { players }) => ({
  elements: mostlyOne("player", t("Who?"), players, event.player),
  says: () => ({ player: values().player }),
  done: () => Boolean(values().player),
});

const dice = (event) => ({
  elements: diceFields(event.dice),
  says: () => ({ dice: chosenDice() }),
  done: () => chosenDice().every((face) => face > 0),
});

const place = (name, kind) => (event, view) => {
  const map = siteMap(t("Where?"), kind, view, event[name]);
  return { elements: map, says: () => ({ [name]: map.value }), done: () => Boolean(map.value) };
};

const cards = (name, legend) => (event) => {
  const counters = cardCounters(legend(), { kinds: [...RESOURCES, UNIDENTIFIED], given: event[name] ?? {} });
  return {
    elements: counters,
    says: () => ({ [name]: counters.cards() }),
    done: () => total(counters.cards()) > 0,
  };
};

const victim = (event, { players }) => ({
  elements: people("from", t("Who is robbed?"), players, "from" in event ? (event.from ?? NOBODY) : null, [
    [NOBODY, t("Nobody")],
  ]),
  says: () => ({ from: values().from === NOBODY ? null : values().from }),
  done: () => Boolean(values().from),
});

const partner = (event, { players }) => ({
  elements: people("with", t("With whom?"), players, event.with),
  says: () => ({ with: values().with }),
  done: () => Boolean(values().with) && values().with !== values().player,
});

const resource = (event) => ({
  elements: oneCard("resource", t("Which card?"), event.resource ?? NOT_SAID),
  says: () => ({ resource: values().resource || null }),
  done: () => true,
});

const kinds = (cardsShown, extra) => (event) => ({
  elements: cardChoice(cardsShown, event.card, extra),
  says: () => ({ card: values().card || null }),
  done: () => extra.length > 0 || Boolean(values().card),
});

const count = (event) => ({
  elements: numbers("count", t("How many victory point cards?"), [1, 2, 3, 4, 5], event.count),
  says: () => ({ count: Number(values().count) }),
  done: () => Boolean(values().count),
});

/** What a card that is played brings besides: of each card only what goes with it. */
const brought = (event) => {
  const plenty = cards("resources", () => t("Which two cards from the bank?"))(event);
  const monopoly = resource(event);
  const show = () => {
    const { card } = values();
    plenty.elements.hidden = card !== "year_of_plenty";
    monopoly.elements.hidden = card !== "monopoly";
  };
  return {
    elements: [plenty.elements, monopoly.elements],
    says: () => ({
      resources: values().card === "year_of_plenty" ? plenty.says().resources : {},
      resource: values().card === "monopoly" ? monopoly.says().resource : null,
    }),
    done: () => true,
    show,
  };
};

function cardChoice(shown, chosen, extra) {
  const options = [...shown.map((card) => [card, word("card", card)]), ...extra];
  return numbersOf("card", t("Which card?"), options, chosen ?? (extra.length ? NOT_SAID : undefined));
}

const numbers = (name, legend, choices, chosen) =>
  numbersOf(name, legend, choices.map((each) => [each, `${each}`]), chosen);

function numbersOf(name, legend, options, chosen) {
  return html(
    "fieldset",
    { class: options.every(([, text]) => text.length === 1) ? "faces" : "faces owners" },
    html("legend", {}, legend),
    options.map(([value, text]) =>
      html(
        "label",
        { class: "face" },
        html("input", { type: "radio", name, value, checked: value === chosen }),
        html("span", {}, text),
      ),
    ),
  );
}

/** What can be said of each kind of event. */
const FIELDS = {
  first_player: [player],
  place_road: [player, place("at", "path")],
  place_settlement: [player, place("at", "intersection")],
  place_city: [player, place("at", "intersection")],
  take_starting_resources: [player, place("at", "intersection")],
  roll: [player, dice],
  discard: [player, cards("resources", () => t("Discarded"))],
  move_robber: [player, place("to", "hex")],
  steal: [player, victim, resource],
  domestic_trade: [player, partner, cards("give", () => t("Gives")), cards("take", () => t("Takes"))],
  maritime_trade: [player, cards("give", () => t("Gives")), cards("take", () => t("Takes"))],
  buy_development_card: [player, kinds(BOUGHT, [[NOT_SAID, "?"]])],
  play_development_card: [player, kinds(PLAYED, []), brought],
  reveal_victory_points: [player, count],
  show_hand: [player, cards("resources", () => t("All of its cards"))],
  end_turn: [player],
};

/** The kinds of events that people can say happened besides. */
export const KINDS = Object.keys(FIELDS).filter((kind) => kind !== "first_player");

/** The fields of an event: {elements, says(), done(), show()}; none where nothing of it can be said. */
export function fieldsOf(event, view) {
  const fields = (FIELDS[event.kind] ?? []).map((make) => make(event, view));
  return {
    elements: fields.map(({ elements }) => elements),
    says: () => Object.assign({}, ...fields.map(({ says }) => says())),
    done: () => fields.length > 0 && fields.every(({ done }) => done()),
    show: () => fields.forEach(({ show }) => show?.()),
  };
}
