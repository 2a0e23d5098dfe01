// The keyboard's place, kept where the page changes under it: who sees no screen would be back at the page's beginning
// with every button that goes once it is pressed.

/** What can have the keyboard's place. */
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
/** Parts of a page that are gone to as a whole where nothing of them can be gone to any more. */
const PARTS = "section, nav, main, header, form, #start, #questions, dialog";

/** @typedef {(HTMLElement | SVGElement) & { disabled?: boolean }} Stop */
/** @typedef {{ element: Stop, key: string | undefined, group: Element | null, parts: Element[] }} Place */

/**
 * Where the keyboard was last: on the page, and in the dialog that lies over it.
 *
 * @type {{ page: Place | null, dialog: Place | null }}
 */
const last = { page: null, dialog: null };
/** Fingers and mice have their place where they point. */
let byKeys = true;

/** Keep it from now on, on this page. */
export function keepKeyboardsPlace() {
  addEventListener("pointerdown", () => (byKeys = false), true);
  addEventListener("keydown", () => (byKeys = true), true);
  addEventListener("focusin", ({ target }) => remember(/** @type {Stop} */ (target)));
  addEventListener("focusout", () => setTimeout(left));
  const watched = ["disabled", "hidden", "open", "aria-busy"];
  new MutationObserver(keep).observe(document.body, { childList: true, subtree: true, attributeFilter: watched });
}

const openDialog = () => /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"));

/** @param {Stop} element */
function remember(element) {
  /** @type {Element[]} */
  const parts = [];
  for (let part = element.closest(PARTS); part; part = part.parentElement?.closest(PARTS) ?? null) parts.push(part);
  const group = element.closest("[role='group'], fieldset, li");
  last[element.closest("dialog") ? "dialog" : "page"] = { element, key: element.dataset.key, group, parts };
}

/** The keyboard has left something: on purpose, or because that went. */
function left() {
  const which = openDialog() ? "dialog" : "page";
  const element = last[which]?.element;
  if (!element || document.activeElement !== document.body) return;
  if (canHave(element)) last[which] = null;
  else keep();
}

/** @param {Stop} element */
const canHave = (element) => element.isConnected && !element.disabled && !element.closest("[inert]") && element.getClientRects().length > 0;

/** Put the keyboard's place back where it went, or to what is next to that. */
function keep() {
  const active = /** @type {Stop | null} */ (document.activeElement);
  const isLost = !active || active === document.body || active.disabled;
  if (!byKeys || !isLost) return;
  const dialog = openDialog();
  if (!dialog) last.dialog = null;
  const was = dialog ? last.dialog : last.page;
  // What is being entered comes back, or goes, in a moment.
  if (!was || (was.element.isConnected && was.element.ariaBusy)) return;
  const next = canHave(was.element) ? was.element : nextTo(was);
  if (!next) return;
  if (!next.matches(STOPS)) next.setAttribute("tabindex", "-1");
  next.focus();
}

/**
 * What takes the place of something that can't have the keyboard any more: what is called as it was, else what stands beside
 * it; of a dialog its first field or button, of the page the part that it was in.
 *
 * @param {Place} was
 * @returns {Stop | undefined}
 */
function nextTo({ key, group, parts }) {
  const shown = /** @type {Stop[]} */ (parts).filter(canHave);
  const around = shown[0] ?? document.querySelector("main");
  const twin = key && /** @type {Stop | null} */ (around?.querySelector(`[data-key="${CSS.escape(key)}"]`));
  if (twin && canHave(twin)) return twin;
  const beside = group && canHave(/** @type {Stop} */ (group)) ? firstIn(group) : undefined;
  if (beside) return beside;
  return around?.closest("dialog") ? firstIn(around) : /** @type {Stop | undefined} */ (shown.find((part) => part.childElementCount) ?? around ?? undefined);
}

/** @param {Element} root */
const firstIn = (root) => /** @type {Stop[]} */ ([...root.querySelectorAll(STOPS)]).find(canHave);
