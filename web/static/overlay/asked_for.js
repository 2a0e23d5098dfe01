// What an overlay's address asks for: which parts, and how late they are shown.

/** Seconds that everything is shown late, where the address doesn't say. */
const USUAL_DELAY = 15;
const LONGEST_DELAY = 300;

/**
 * Of an address such as `/overlay?show=points,roll&delay=30`: the parts in its order, of those that `known` has, and the
 * delay in seconds. What makes no sense there counts as not said.
 *
 * @param {string} search
 * @param {string[]} known
 * @param {string[]} usual
 * @returns {{ show: string[], delay: number }}
 */
export function askedFor(search, known, usual) {
  const asked = new URLSearchParams(search);
  const show = (asked.get("show") ?? "").split(",").filter((name) => known.includes(name));
  const said = asked.get("delay");
  const delay = said?.trim() ? Number(said) : NaN;
  return {
    show: show.length ? [...new Set(show)] : usual,
    delay: Number.isFinite(delay) && delay >= 0 ? Math.min(delay, LONGEST_DELAY) : USUAL_DELAY,
  };
}
