// The page of a finished base game, with the heat map of its rolls.

import { svg, html } from "../drawing/dom.js";
import { HEXES } from "../island/sites.js";
import { PRODUCES, shapeAt, RESOURCES, sign, crest } from "../drawing/signs.js";
import { drawScenery, scenery } from "../island/landscape.js";
import { lightGradients, lightOnHex } from "../island/rotation.js";
import { t, word, n } from "../language/i18n.js";
import { diceChart, pointsChart } from "./charts.js";
import { drawBoard } from "../island/island.js";
import { showPastGame } from "./page.js";
import { drawHead, section, table } from "./parts.js";
import { formatClock, formatDecimal } from "./summary_text.js";

// A heatmap of the island: the cards that each hex produced, and those that the robber blocked.

const MARGIN = 0.05;

/** The view box of the island without the surrounding sea, which only harbors need. */
function islandViewBox() {
  const points = Object.values(HEXES).flatMap(({ corners }) => corners);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].join(" ");
}

/** @param {{ [key: string]: number } | undefined} counts */
const sumCounts = (counts) => Object.values(counts ?? {}).reduce((total, count) => total + count, 0);

/**
 * Draws the island; `produced` and `blockedCards` are numbers of cards by hex.
 *
 * @param {{ hexes: Page.Hexes }} layout
 * @param {{ [hex: string]: { [colour: string]: number } }} produced
 * @param {{ [hex: string]: number }} blockedCards
 */
export function drawHeatmap(layout, produced, blockedCards) {
  return svg(
    "svg",
    { viewBox: islandViewBox(), class: "map heat", role: "img", "aria-label": t("Cards by hex") },
    lightGradients(),
    Object.entries(HEXES).map(([id, { at, corners }]) => {
      const { terrain, number } = layout.hexes[id];
      const cards = sumCounts(produced[id]);
      const blocked = blockedCards[id] ?? 0;
      const [x, y] = at;
      return svg(
        "g",
        { class: "hex", "data-terrain": terrain },
        svg("title", {}, hexTitle(terrain, number, cards, blocked)),
        svg("polygon", { points: corners.map((point) => point.join()).join(" ") }),
        svg("g", { class: "scenery", transform: `translate(${x} ${y})` }, lightOnHex(), drawScenery(scenery(terrain, id, !number))),
        shapeAt(PRODUCES[terrain] ?? terrain, [x - 0.4, y - 0.42], 0.4, { class: "terrain-sign" }),
        number ? [svg("circle", { cx: x, cy: y + 0.2, r: 0.42, class: "heat-disc" }), svg("text", { x, y: y + 0.2, class: "heat-cards" }, `${cards}`)] : null,
        number ? svg("text", { x, y: y - 0.62, class: "heat-number" }, `${number}`) : null,
        blocked ? svg("text", { x: x + 0.6, y: y + 0.2, class: "heat-blocked" }, `−${blocked}`) : null,
      );
    }),
  );
}

/**
 * @param {string} terrain
 * @param {number | null} number
 * @param {number} cards
 * @param {number} blocked
 */
function hexTitle(terrain, number, cards, blocked) {
  const text = t("{terrain} {number}: {cards} taken", { terrain: word("terrain", terrain), number: number ?? "", cards });
  return blocked ? `${text}, ${t("{count} blocked by the robber", { count: blocked })}` : text;
}

// The summary page of a base game.

/**
 * The production of a player without records.
 *
 * @type {Api.Produced}
 */
const NO_PRODUCTION = { taken: {}, starting: 0, expected: 0 };

/**
 * Draws the page's sections for a game.
 *
 * @param {Api.BaseGameTold} pastGame
 */
function drawGame(pastGame) {
  const { summary } = pastGame;
  return [
    drawHead(pastGame, pointParts),
    summary.points.length > 1 ? drawPoints(summary) : null,
    summary.dice.rolls ? drawDice(summary) : null,
    summary.dice.rolls ? drawProduction(summary) : null,
    summary.layout ? drawHexes(summary.layout, summary) : null,
    drawLosses(summary),
    drawTrades(summary),
    drawTurns(summary),
  ].filter(Boolean);
}

/**
 * The sources of a player's points.
 *
 * @param {Api.BaseStanding} player
 * @returns {[what: string, count: number, label: string][]}
 */
function pointParts({ of }) {
  return [
    ["settlement", of.settlement, n("{count} point from settlements", "{count} points from settlements", of.settlement)],
    ["city", of.city, n("{count} point from cities", "{count} points from cities", of.city)],
    ["road_length", of.longest_road, t("Longest road")],
    ["knights", of.largest_army, t("Largest army")],
    ["development_cards", of.victory_point, n("{count} victory point card", "{count} victory point cards", of.victory_point)],
  ];
}

/** @param {Api.BaseSummary} summary */
function drawPoints({ points, players }) {
  const title = t("Points over the turns");
  return section(title, pointsChart(`${title}: ${pointsText(players)}`, points, players));
}

/** @param {Api.BaseStanding[]} players */
const pointsText = (players) => players.map(({ name, points }) => `${name} ${points}`).join(", ");

/** @param {Api.BaseSummary} summary */
function drawDice({ dice, players }) {
  const title = t("Rolls: actual and expected");
  const figures = dice.sums.map(({ sum: total, rolled }) => `${total}: ${rolled}`).join(", ");
  const sevens = players.filter(({ colour }) => dice.sevens[colour]);
  return section(
    title,
    diceChart(`${title}: ${figures}`, dice.sums),
    html(
      "p",
      { class: "quiet" },
      t("{rolls} rolls. Bars: actual; lines: expected.", { rolls: dice.rolls }),
      dice.sums_alone
        ? ` ${n("For {count} roll, only the sum is known.", "For {count} rolls, only the sum is known.", dice.sums_alone)}`
        : "",
      sevens.length
        ? ` ${t("Sevens: {players}.", { players: sevens.map((p) => `${p.name} ${dice.sevens[p.colour]}`).join(", ") })}`
        : "",
    ),
  );
}

/** @param {Api.BaseSummary} summary */
function drawProduction({ production, players }) {
  const kinds = RESOURCES.map((kind) =>
    html("span", { "data-resource": kind, class: "count" }, sign(kind, { label: word("resource", kind) })),
  );
  const cardRows = players.map((player) => {
    const { taken: cards } = production.players[player.colour] ?? NO_PRODUCTION;
    return { player, cells: [...RESOURCES.map((kind) => `${cards[kind] ?? 0}`), `${sumCounts(cards)}`] };
  });
  const luckRows = players.map((player) => {
    const { taken: cards, expected, starting } = production.players[player.colour] ?? NO_PRODUCTION;
    return { player, cells: [`${starting}`, formatDecimal(expected), formatSigned(sumCounts(cards) - expected)] };
  });
  return section(
    t("Production"),
    table([...kinds, t("All")], cardRows),
    html("h3", {}, t("Luck of the dice")),
    table([t("At the start"), t("Expected"), t("Luck")], luckRows),
  );
}

/**
 * Formats a number with its sign; 0 has none.
 *
 * @param {number} value
 */
function formatSigned(value) {
  const tenths = Math.round(value * 10);
  return `${tenths > 0 ? "+" : tenths < 0 ? "−" : ""}${formatDecimal(Math.abs(tenths) / 10)}`;
}

/**
 * @param {Api.Island} layout
 * @param {Api.BaseSummary} summary
 */
function drawHexes(layout, { production, robber }) {
  return section(
    t("Production by hex"),
    drawHeatmap(layout, production.hexes, robber.hexes),
    html("p", { class: "quiet" }, t("Cards from its settlements and cities; with a minus sign, cards blocked by the robber.")),
  );
}

/** @param {Api.BaseSummary} summary */
function drawLosses({ lost, robber, players }) {
  const rows = players.map((player) => {
    const own = lost[player.colour] ?? {};
    const blocked = robber.players[player.colour] ?? 0;
    return { player, cells: [blocked, own.discarded ?? 0, own.stolen ?? 0, own.robbed ?? 0].map(String) };
  });
  const columns = [t("Blocked by the robber"), t("Discarded"), t("Stolen by others"), t("Stolen from others")];
  return section(t("Cost of the robber"), table(columns, rows));
}

/** @param {Api.BaseSummary} summary */
function drawTrades({ trades, players }) {
  const rows = players.map((player) => {
    const own = trades.domestic[player.colour] ?? {};
    const others = players
      .filter(({ colour }) => own[colour])
      .map(({ name, colour }) =>
        html(
          "span",
          { class: "partner" },
          crest(colour),
          html("span", { class: "partner-name" }, ` ${name} `),
          `${own[colour]} `,
        ),
      );
    return { player, cells: [`${sumCounts(own)}`, others, `${trades.maritime[player.colour] ?? 0}`] };
  });
  return section(t("Trades"), table([t("With players"), t("With whom"), t("Maritime")], rows));
}

/** @param {Api.BaseSummary} summary */
function drawTurns({ durations, players }) {
  if (!durations.longest.length) return null;
  /** @param {string} colour */
  const name = (colour) => players.find((player) => player.colour === colour)?.name ?? "";
  const rows = players
    .filter(({ colour }) => durations.mean[colour])
    .map((player) => ({ player, cells: [formatClock(durations.mean[player.colour] ?? 0)] }));
  return section(
    t("Turns"),
    table([t("On average")], rows),
    html("h3", {}, t("Longest turns")),
    html(
      "ol",
      { class: "longest" },
      durations.longest.map(({ seconds, turn, colour }) =>
        html(
          "li",
          { "data-colour": colour },
          crest(colour),
          " ",
          t("{name}, turn {turn}: {time}", { name: name(colour), turn, time: formatClock(seconds) }),
        ),
      ),
    ),
  );
}

showPastGame({ draw: drawGame, drawBoard });
