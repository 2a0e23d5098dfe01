// The states of a step.

import { t } from "../language/i18n.js";

/** Each state's sign and, for screen readers, its words. */
export const STATES = {
  to_do: { sign: "○", words: () => t("to do") },
  looking: { sign: "●", words: () => t("now") },
  good: { sign: "✓", words: () => t("done") },
  wrong: { sign: "!", words: () => t("action needed") },
  skipped: { sign: "–", words: () => t("skipped") },
};
