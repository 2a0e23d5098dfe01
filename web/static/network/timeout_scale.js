// Scaling of the timeouts for slow networks.

/** Factor of all timeouts, set by the server for slow networks (docs/configuration.md). */
const TIMEOUT_FACTOR = Number(document.body.dataset.patience);

/**
 * Scale a timeout for this page's network.
 *
 * @param {number} limit the timeout in a normal network
 */
export const scaleTimeout = (limit) => limit * TIMEOUT_FACTOR;
