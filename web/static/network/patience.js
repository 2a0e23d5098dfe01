// How long pages wait for the table.

/** How many times as long as usual this page waits: the server says it, for slow networks (docs/configuration.md). */
const TIMES = Number(document.body.dataset.patience);

/**
 * A limit as it counts where this page is shown.
 *
 * @param {number} limit as it counts in a usual network
 */
export const patient = (limit) => limit * TIMES;
