// What a tap enters on a drawing, whose parts are no buttons that could be busy: a finger that taps twice means once.

/**
 * A function that enters one input at a time, and drops what is tapped until that is answered, or its `shown` is called:
 * once the page shows what came of it, another tap means something else, though the answer may still be on its way.
 *
 * @param {(input: Page.Input) => Promise<unknown>} enter
 */
export function oneAtATime(enter) {
  /** @type {object | null} */
  let going = null;
  return Object.assign(
    async (/** @type {Page.Input} */ input) => {
      if (going) return;
      const mine = (going = {});
      await enter(input);
      if (going === mine) going = null;
    },
    { shown: () => void (going = null) },
  );
}
