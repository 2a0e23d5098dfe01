// The game log on a page of the base game, and the dialogs that its lines open.

import { openPage, snapshotOf } from "./page.js";

/** A table's page, and what tests do with the lines of its log. */
export async function openJournalPage(options = {}) {
  const page = await openPage("table", options);

  /** Show the snapshot "base", of which the log may have other lines. */
  async function show(log = null) {
    const snapshot = snapshotOf("base");
    if (log) snapshot.game.view.log = log;
    await page.show(snapshot);
  }
  /** Open a line of the log by its text, or by a pattern. */
  const openLine = (label) => page.click(page.button(typeof label === "string" ? new RegExp(escape(label)) : label, page.$("#log")));
  const button = (name) => page.button(name, page.dialog);
  const tap = (name) => page.click(button(name));
  /** Tick a box or choose a radio button of the dialog, in the group of a name where there are several. */
  function choose(label, group = null) {
    const within = group ? page.getByRole("group", group, page.dialog) : page.dialog;
    return page.check(page.getByRole("radio", label, within));
  }
  const tick = (label, on = true) => page.check(page.getByRole("checkbox", label, page.dialog), on);
  /** Unfold the player, and choose another one. */
  async function chooseOther(name) {
    await page.click(page.getByRole("button", /someone else\?/, page.dialog));
    await choose(name, "Who?");
  }
  /** Tap a place on the small island of a dialog. */
  const tapPlace = (at) => page.click(`.sitemap [data-place='${at}']`, page.dialog);
  /** Tap a button that closes the dialog. */
  async function confirm(name) {
    await tap(name);
    if (!page.isFree) throw new Error(`the dialog stays open: ${page.dialog.textContent}`);
  }
  return { page, show, openLine, button, tap, choose, tick, chooseOther, tapPlace, confirm };
}

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A line of a log. */
export const line = (number, event, source = "tablet", more = {}) => ({ number, source, certainty: 1, event, violations: [], ...more });
