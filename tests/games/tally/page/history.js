// One tally looked back on.

import { lookBack } from "../../history/page.js";
import { drawHead, section, table } from "../../history/parts.js";
import { t } from "../../language/i18n.js";

lookBack({
  draw: (told) => [
    drawHead(told, () => []),
    section(t("Throws"), table([t("In all")], told.summary.players.map((player) => ({ player, cells: [`${player.points}`] })))),
  ],
});
