// What two dice showed: both faces, or of those who say no more their sum alone.

/** What two dice can add up to. */
export const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * The faces; none where only the sum was said.
 *
 * @param {Api.Dice} dice
 * @returns {number[]}
 */
export const facesOf = (dice) => ("sum" in dice ? [] : dice);

/** @param {Api.Dice} dice */
export const sumOf = (dice) => ("sum" in dice ? dice.sum : dice[0] + dice[1]);

/**
 * As it is written in sentences: "3 + 5", or "8".
 *
 * @param {Api.Dice} dice
 */
export const inFigures = (dice) => ("sum" in dice ? `${dice.sum}` : dice.join(" + "));
