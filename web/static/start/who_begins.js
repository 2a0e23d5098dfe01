// Who begins, where the dice say so: a tap for what each player rolled; those who tie roll again.

import { html, within } from "../drawing/dom.js";
import { t } from "../language/i18n.js";

/** @typedef {{ [colour: string]: number }} Sums */

const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * The fields for what was rolled for who begins, folded away, as an element.
 *
 * `players` says who sits there, in seat order. `rolled()` is what was tapped, round by round, each the sums
 * by colour; null where nothing was. `refresh` draws it for those who sit there now.
 *
 * @param {() => Page.Player[]} players
 */
export function beginFields(players) {
  // By round, the sums by colour: they go with the player, wherever that one sits.
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
    const kept = [];
    while (throwing.length > 1) {
      const sums = sumsOf(rounds[kept.length] ?? {}, throwing);
      drawn.push(drawRound(kept.length, throwing, sums));
      if (Object.keys(sums).length) kept.push(sums);
      if (Object.keys(sums).length < throwing.length) break;
      const highest = Math.max(...Object.values(sums));
      throwing = throwing.filter(({ colour }) => sums[colour] === highest);
    }
    rounds = kept;
    const [{ name }] = throwing;
    box.replaceChildren(
      ...drawn,
      html("p", { class: "who-begins-told", role: "status" }, throwing.length > 1 ? "" : t("{name} begins.", { name })),
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
    const choose = (/** @type {number} */ each) => (/** @type {Page.Happened} */ { target }) => {
      if (!target.checked) return;
      rounds = [...rounds.slice(0, round), { ...rounds[round], [colour]: each }];
      draw();
      within(root, `[name="${field}"]:checked`, HTMLInputElement).focus();
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
          html("input", { type: "radio", name: field, value: each, checked: each === sum, onchange: choose(each) }),
          html("span", {}, `${each}`),
        ),
      ),
    );
  }

  root.refresh = draw;
  root.rolled = () => (rounds.length ? rounds : null);
  draw();
  return root;
}

/**
 * The sums of a round of those who throw in it.
 *
 * @param {Sums} sums
 * @param {Page.Player[]} throwing
 * @returns {Sums}
 */
const sumsOf = (sums, throwing) =>
  Object.fromEntries(throwing.filter(({ colour }) => sums[colour]).map(({ colour }) => [colour, sums[colour]]));
