// The other pages of this browser: they share its pairing, and are told when it is another.

const channel = new BroadcastChannel("companion.pairing");

/** Tell the others that this browser was paired or unpaired. */
export const tellOthers = () => channel.postMessage(null);

/**
 * Have a function called whenever another page has told so.
 *
 * @param {() => void} listener
 */
export const onTold = (listener) => channel.addEventListener("message", listener);
