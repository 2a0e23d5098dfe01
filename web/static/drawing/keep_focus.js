// Restore the keyboard focus when a redraw removes the focused element. Without this, users of a screen reader would be
// back at the start of the page after each button that disappears.

/** Elements that can have the focus. */
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex='0']";
/** Sections that receive the focus if nothing focusable is left inside them. */
const SECTIONS = "section, nav, main, header, form, #start, #questions, dialog";

/** @typedef {(HTMLElement | SVGElement) & { disabled?: boolean }} Stop */
/** @typedef {{ element: Stop, key: string | undefined, group: Element | null, parts: Element[] }} Place */

/**
 * The last focused place on the page, and in the open dialog.
 *
 * @type {{ page: Place | null, dialog: Place | null }}
 */
const lastFocus = { page: null, dialog: null };
/** False after pointer input, which needs no focus. */
let usesKeyboard = true;

/** Start restoring the focus on this page. */
export function keepFocus() {
  addEventListener("pointerdown", () => (usesKeyboard = false), true);
  addEventListener("keydown", () => (usesKeyboard = true), true);
  addEventListener("focusin", ({ target }) => rememberFocus(/** @type {Stop} */ (target)));
  addEventListener("focusout", () => setTimeout(handleFocusOut));
  const watched = ["disabled", "hidden", "open", "aria-busy"];
  new MutationObserver(restoreFocus).observe(document.body, { childList: true, subtree: true, attributeFilter: watched });
}

const openDialog = () => /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"));

/** @param {Stop} element */
function rememberFocus(element) {
  /** @type {Element[]} */
  const parts = [];
  for (let part = element.closest(SECTIONS); part; part = part.parentElement?.closest(SECTIONS) ?? null) parts.push(part);
  const group = element.closest("[role='group'], fieldset, li");
  lastFocus[element.closest("dialog") ? "dialog" : "page"] = { element, key: element.dataset.key, group, parts };
}

/** Handle a lost focus: forget the element if the user left it, restore the focus if the element disappeared. */
function handleFocusOut() {
  const which = openDialog() ? "dialog" : "page";
  const element = lastFocus[which]?.element;
  if (!element || document.activeElement !== document.body) return;
  if (canFocus(element)) lastFocus[which] = null;
  else restoreFocus();
}

/** @param {Stop} element */
const canFocus = (element) => element.isConnected && !element.disabled && !element.closest("[inert]") && element.getClientRects().length > 0;

/** Focus the last element again, or the closest replacement. */
function restoreFocus() {
  const active = /** @type {Stop | null} */ (document.activeElement);
  const isLost = !active || active === document.body || active.disabled;
  if (!usesKeyboard || !isLost) return;
  const dialog = openDialog();
  if (!dialog) lastFocus.dialog = null;
  const was = dialog ? lastFocus.dialog : lastFocus.page;
  // A busy element is enabled again or removed in a moment.
  if (!was || (was.element.isConnected && was.element.ariaBusy)) return;
  const next = canFocus(was.element) ? was.element : nextFocusTarget(was);
  if (!next) return;
  if (!next.matches(FOCUSABLE)) next.setAttribute("tabindex", "-1");
  next.focus();
}

/**
 * The replacement for an element that lost the focus: the one with the same key, otherwise one in the same group; then
 * the dialog's first field or button, or the surrounding section.
 *
 * @param {Place} was
 * @returns {Stop | undefined}
 */
function nextFocusTarget({ key, group, parts }) {
  const shown = /** @type {Stop[]} */ (parts).filter(canFocus);
  const around = shown[0] ?? document.querySelector("main");
  const twin = key && /** @type {Stop | null} */ (around?.querySelector(`[data-key="${CSS.escape(key)}"]`));
  if (twin && canFocus(twin)) return twin;
  const beside = group && canFocus(/** @type {Stop} */ (group)) ? firstStop(group) : undefined;
  if (beside) return beside;
  return around?.closest("dialog") ? firstStop(around) : /** @type {Stop | undefined} */ (shown.find((part) => part.childElementCount) ?? around ?? undefined);
}

/** @param {Element} root */
const firstStop = (root) => /** @type {Stop[]} */ ([...root.querySelectorAll(FOCUSABLE)]).find(canFocus);
