// Notifies the other pages of this browser, which share its pairing, when the pairing changes.

const channel = new BroadcastChannel("companion.pairing");

/** Notifies the other pages that this browser was paired or unpaired. */
export const notifyOtherPages = () => channel.postMessage(null);

/**
 * Adds a listener for changes of the pairing by another page.
 *
 * @param {() => void} listener
 */
export const onPairingChange = (listener) => channel.addEventListener("message", listener);
