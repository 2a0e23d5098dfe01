// What comes, handed on late: in the same order, each as long after it came.

/**
 * Nothing is handed on before its time, the first neither: whoever loads the page anew sees nothing sooner.
 *
 * @template T
 * @param {number} delay in ms
 * @param {(what: T) => void} handOn
 * @returns {(what: T) => void}
 */
export const late = (delay, handOn) => (what) => void setTimeout(handOn, delay, what);
