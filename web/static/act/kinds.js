// What the kinds of events of the base game are called, as something that happened besides.

import { t } from "../i18n.js";

const NAMES = {
  first_player: () => t("Somebody else began"),
  place_road: () => t("A road was built"),
  place_settlement: () => t("A settlement was built"),
  place_city: () => t("A city was built"),
  take_starting_resources: () => t("Starting resources were taken"),
  roll: () => t("The dice were rolled"),
  discard: () => t("Cards were discarded"),
  move_robber: () => t("The robber was moved"),
  steal: () => t("A card was stolen"),
  domestic_trade: () => t("Players traded"),
  maritime_trade: () => t("A trade with the bank"),
  buy_development_card: () => t("A development card was bought"),
  play_development_card: () => t("A development card was played"),
  reveal_victory_points: () => t("Victory points were revealed"),
  show_hand: () => t("A hand was shown"),
  end_turn: () => t("The dice were passed"),
};

/** What a kind of event is called. */
export const kindName = (kind) => NAMES[kind]?.() ?? kind.replaceAll("_", " ");
