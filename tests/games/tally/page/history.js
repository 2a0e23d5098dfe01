// The summary page of a tally.

import { showPastGame } from "../../history/page.js";
import { drawHead, section, table } from "../../history/parts.js";
import { t } from "../../language/i18n.js";

showPastGame({
  draw: (pastGame) => [
    drawHead(pastGame, () => []),
    section(t("Throws"), table([t("In all")], pastGame.summary.players.map((player) => ({ player, cells: [`${player.points}`] })))),
  ],
});
