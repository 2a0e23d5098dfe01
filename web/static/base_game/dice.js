// Two dice: both faces, or only their sum.

/** All possible sums of two dice. */
export const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * The faces; empty if only the sum is known.
 *
 * @param {Api.Dice} dice
 * @returns {number[]}
 */
export const facesOf = (dice) => ("sum" in dice ? [] : dice);

/** @param {Api.Dice} dice */
export const sumOf = (dice) => ("sum" in dice ? dice.sum : dice[0] + dice[1]);

/**
 * The dice as written in sentences: "3 + 5", or "8".
 *
 * @param {Api.Dice} dice
 */
export const formatDice = (dice) => ("sum" in dice ? `${dice.sum}` : dice.join(" + "));
