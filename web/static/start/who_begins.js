// The rolls for the first player: one tap for each player's roll. Tied players roll again.

import { html, requireElement } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/** @typedef {{ [colour: string]: number }} Sums */

const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * The collapsed fields of the rolls for the first player, as an element.
 *
 * `players` returns the seated players, in order. `rolls()` returns the entered rounds, each with the sums by
 * colour, or null. `refresh` redraws the fields for the current players.
 *
 * @param {() => Page.Player[]} players
 */
export function whoBeginsFields(players) {
  // The sums of each round by colour: they follow a player who changes seats.
  /** @type {Sums[]} */
  let rounds = [];
  const box = html("div", { class: "begins" });
  const root = html("details", { class: "who-begins" }, html("summary", {}, t("Roll to see who begins")), box);

  function draw() {
    const seated = players();
    let throwing = seated;
    /** @type {HTMLElement[]} */
    const drawn = [];
    /** @type {Sums[]} */
    const keptRounds = [];
    while (throwing.length > 1) {
      const sums = sumsOf(rounds[keptRounds.length] ?? {}, throwing);
      drawn.push(drawRound(keptRounds.length, throwing, sums));
      if (Object.keys(sums).length) keptRounds.push(sums);
      if (Object.keys(sums).length < throwing.length) break;
      const highest = Math.max(...Object.values(sums));
      throwing = throwing.filter(({ colour }) => sums[colour] === highest);
    }
    rounds = keptRounds;
    const [{ name }] = throwing;
    box.replaceChildren(
      ...drawn,
      html("p", { class: "who-begins-result", role: "status" }, throwing.length > 1 ? "" : t("{name} begins.", { name })),
    );
  }

  /**
   * @param {number} round
   * @param {Page.Player[]} throwing
   * @param {Sums} sums
   */
  function drawRound(round, throwing, sums) {
    const legend = round ? t("They rolled the same and roll again") : t("Each player rolls two dice: the highest sum begins");
    return html(
      "fieldset",
      { class: "begins-round" },
      html("legend", {}, legend),
      throwing.map(({ name, colour }) => drawSums(round, name, colour, sums[colour])),
    );
  }

  /**
   * @param {number} round
   * @param {string} name
   * @param {string} colour
   * @param {number | undefined} sum
   */
  function drawSums(round, name, colour, sum) {
    const onChoose = (/** @type {number} */ each) => (/** @type {Page.Happened} */ { target }) => {
      if (!target.checked) return;
      rounds = [...rounds.slice(0, round), { ...rounds[round], [colour]: each }];
      draw();
      requireElement(root, `[name="${field}"]:checked`, HTMLInputElement).focus();
    };
    const field = `begins${round}-${colour}`;
    return html(
      "fieldset",
      { class: "faces sums", "data-colour": colour },
      html("legend", {}, name),
      SUMS.map((each) =>
        html(
          "label",
          { class: "face" },
          html("input", { type: "radio", name: field, value: each, checked: each === sum, onchange: onChoose(each) }),
          html("span", {}, `${each}`),
        ),
      ),
    );
  }

  draw();
  return { element: root, refresh: draw, rolls: () => (rounds.length ? rounds : null) };
}

/**
 * The sums of a round, of the players who take part in it.
 *
 * @param {Sums} sums
 * @param {Page.Player[]} throwing
 * @returns {Sums}
 */
const sumsOf = (sums, throwing) =>
  Object.fromEntries(throwing.filter(({ colour }) => sums[colour]).map(({ colour }) => [colour, sums[colour]]));
