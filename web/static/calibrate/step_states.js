// How a step stands, as it is shown.

import { t } from "../language/i18n.js";

/** How a step stands: a sign beside the colour, and in words for who doesn't see it. */
export const STATES = {
  to_do: { sign: "○", words: () => t("to do") },
  looking: { sign: "●", words: () => t("now") },
  good: { sign: "✓", words: () => t("done") },
  wrong: { sign: "!", words: () => t("action needed") },
  skipped: { sign: "–", words: () => t("skipped") },
};
