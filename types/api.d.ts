// What pages get and send, as types: written by `make types` from what the code declares. Not to be edited.

declare namespace Api {
  /** The context of an input: what its sender saw. A stale input is refused, and a duplicate confirms the existing entry. All fields are optional. */
  interface AboutShown {
    /** The game, by its `id`. */
    game?: number;
    /** The turn; for a `roll`, the turn that it belongs to. */
    turn?: number;
    /** The latest entry that the sender saw: `newest`. */
    after?: number;
    /** For a correction: the `as_of` of the line. */
    as_of?: number;
  }

  /** A possible answer: a key for which pages have a sentence, and the sentence's fields. */
  interface AnswerShown {
    word: string;
    fields: AskedFields | DiceGameAsked;
  }

  /** An answer to the current step. */
  interface AnswerToStep {
    step: string;
    answer: ChoiceTaken | CameraNamed | TrayDrawn | HexCorrected | HarborCorrected | PlayersSeated;
  }

  /** The setup of the last game: its kind, its players in seat order, and its options. */
  interface AsLastTime {
    kind: string;
    players: Expected[];
    options: { [key: string]: string | number | boolean | null };
  }

  /** The fields of the texts of questions and answers; the key determines which are present. */
  interface AskedFields {
    name?: string;
    event?: string;
    turn?: number;
    dice?: Dice;
    told?: Dice;
    thrown?: Dice;
    total?: number;
    source?: string;
    piece?: PieceKind;
    colour?: Colour;
    at?: SiteId;
    give?: Cards;
    take?: Cards;
    enter?: DiceAsked;
    counts?: CountAsked[];
    count?: number;
    recorded?: number;
  }

  /** A fact that is true of one player only at the end of a game: its title and its figure. */
  interface Award {
    title: Sentence;
    colour: Colour;
    told: Sentence;
  }

  /** The inputs that the rules allow now, judged by public knowledge; empty outside play. */
  interface BaseActions {
    /** The player of a trade or purchase without a named player. */
    acting?: Colour;
    roll?: boolean;
    trade?: boolean;
    /** By a house rule a trade between players may be one-sided. */
    gifts?: boolean;
    buy_card?: boolean;
    build?: Builds;
    play?: DevelopmentCard[];
    /** The numbers of victory point cards that win. */
    reveal?: number[];
    end_turn?: boolean;
    /** By a house rule the active player wins only by claiming victory. */
    claim?: boolean;
    discard?: { [key in Colour]?: number };
    /** Null: the player may also rob nobody. */
    rob?: (Colour | null)[];
    /** The bank's rates. */
    maritime?: { [key in Colour]?: { [key in "lumber" | "brick" | "wool" | "grain" | "ore"]?: number } };
    gives?: { [key in Colour]?: Gives };
  }

  interface BaseChange {
    players?: SeatTaken[];
    options?: BaseOptions;
    who_begins?: { [key in Colour]?: number }[] | null;
    layout?: Island | IslandDraft;
    player?: Colour;
    at?: PathId | IntersectionId;
    dice?: Dice;
    resources?: Cards;
    to?: HexId;
    from?: Colour | null;
    resource?: Resource | null;
    with?: Colour;
    give?: Cards;
    take?: Cards;
    card?: DevelopmentCard | null;
    given?: { [key in Colour]?: number } | null;
    count?: number;
    because?: "agreement" | "time";
    counted?: boolean | null;
    on_turn?: Colour;
    sides?: SideShown[];
    pieces?: PieceStands[] | null;
    robber?: HexId | null;
    longest_road?: Colour | null;
    largest_army?: Colour | null;
    rolled?: boolean | null;
  }

  interface BaseConfirm {
    kind: "confirm";
    entry: number;
    about?: AboutShown;
    turn?: number;
  }

  interface BaseCorrectBefore {
    kind: "correct";
    before: number;
    event: BaseSaidEvent;
    about?: AboutShown;
    turn?: number;
  }

  interface BaseCorrectEntry {
    kind: "correct";
    entry: number;
    event: BaseSaidEvent | null;
    about?: AboutShown;
    turn?: number;
  }

  interface BaseCorrectFields {
    kind: "correct";
    entry: number;
    change: BaseChange;
    about?: AboutShown;
    turn?: number;
  }

  /** A difference that an input would make: the changed value, its player or site, before and after. Values: a player's `points`, `cards`, `development_cards` and `knights` as numbers; the `hand`, null if hidden; the players of `winner`, `on_turn`, `longest_road` and `largest_army`; the `turn`; the dice of the `roll`; the hex of the `robber`; a `piece` at a site. */
  interface BaseDifference {
    what: "winner" | "longest_road" | "largest_army" | "on_turn" | "turn" | "roll" | "robber" | "points" | "cards" | "development_cards" | "knights" | "hand" | "piece";
    colour?: Colour;
    at?: SiteId;
    before: number | string | Dice | PieceChanged | KnownCards | null;
    after: number | string | Dice | PieceChanged | KnownCards | null;
  }

  type BaseEvent = GameStarted | LayoutSet | LayoutEntered | FirstPlayerChosen | PlaceRoad | PlaceSettlement | PlaceCity | TakeStartingResources | Roll | UnseenRoll | TakeInstead | Discard | MoveRobber | Steal | DomesticTrade | MaritimeTrade | BuyDevelopmentCard | PlayDevelopmentCard | RevealVictoryPoints | ClaimVictory | EndGame | LeaveTable | ComeBack | ShowHand | TakeUp | EndTurn;

  /** The game in progress, with the last lines of its log in its view's `log`, and `redo`. */
  interface BaseGameOn {
    id: number;
    kind: "base";
    /** Number of the last entry. */
    newest: number;
    view: BaseGameView;
  }

  /** A game with its summary. */
  interface BaseGameTold {
    game: number;
    /** Its identity in every journal, export and play log. */
    uuid: string;
    kind: "base";
    name: Sentence;
    started: string;
    imported: boolean;
    elsewhere: Elsewhere;
    /** Whether its rolls can be downloaded as a CSV file. */
    lists_rolls: boolean;
    summary: BaseSummary;
  }

  /** The public view of a game. */
  interface BaseGameView {
    bank: { [key in "lumber" | "brick" | "wool" | "grain" | "ore"]?: number };
    bank_unidentified: number;
    phase: BasePhase;
    turn: number;
    on_turn: Colour | null;
    rolled: boolean;
    players: BasePlayer[];
    layout: Island | null;
    entered: IslandEntered | null;
    /** Differences between the island and the contents of the box. */
    departures: Sentence[];
    doubtful: HexId[];
    robber: HexId | null;
    pieces: PieceStands[];
    roll: BaseRolled | null;
    /** Pending duties, in the order in which they are due. */
    to_do: (ConfirmIsland | LayIsland | TakeUpGame | Found | ChooseStar | OweDiscard | MayOweDiscard | MoveRobberNow | RollNow | Rob | BuildFreeRoads)[];
    may: BaseActions;
    development_cards_left: number;
    /** Cards in the roll deck; null: the table uses dice. */
    roll_cards_left: number | null;
    /** Probability that the active player has enough points with face-down cards. */
    may_have_won: number;
    winner: Colour | null;
    points_to_win: number;
    /** The pages explain each step to a new player. */
    explained: boolean;
    /** Seconds per turn; null: no limit. */
    turn_seconds: number | null;
    /** Several if they tied at an early end. */
    winners: Colour[];
    /** The reason of an early end. */
    ended: "agreement" | "time" | null;
    /** Seconds since the game began. */
    turn_began: number | null;
    /** Seconds in reserve of each player when this turn began; null: no turn clock. */
    reserves: { [key in Colour]?: number } | null;
    /** The starting resources of each player. */
    dealt: Takes[];
    last_roll: BaseRolled | null;
    /** The awards of a finished game. */
    awards: Award[];
    log: BaseLine[];
    /** Whether the last undo can be redone. */
    redo: boolean;
  }

  type BaseInput = EnterFirstPlayerChosen | EnterTakeStartingResources | EnterRoll | EnterUnseenRoll | EnterMoveRobber | EnterSteal | EnterDomesticTrade | EnterMaritimeTrade | EnterBuyDevelopmentCard | EnterRevealVictoryPoints | EnterClaimVictory | EnterLeaveTable | EnterComeBack | EnterShowHand | EnterEndTurn | EnterEndGame | EnterTakeUp | EnterPlaceRoad | EnterPlaceSettlement | EnterPlaceCity | EnterDiscard | EnterPlayDevelopmentCard | EnterLayIsland | EnterTakeInstead | EnterBankRanOut | EnterCountCards | EnterRolledBefore | EnterDrawRoll | BaseUndo | BaseRedo | BaseConfirm | BaseCorrectEntry | BaseCorrectFields | BaseCorrectBefore | CorrectPlace | CorrectLayout | EnterWhoseKnight | EnterNoRoll | EnterAnotherRoll;

  /** A line of the log: the event, its source and certainty, the rules that it breaks. */
  interface BaseLine {
    /** The entry that first recorded it. */
    number: number;
    /** The entry with its latest version. */
    as_of: number;
    /** Seconds since the game began. */
    t: number;
    source: string;
    certainty: number;
    /** The rules that it breaks. */
    violations: string[];
    event: BaseEvent;
  }

  interface BaseNewGame {
    players: SeatTaken[];
    game: "base";
    /** Quit the game in progress. */
    abandon?: boolean;
    about?: AboutShown;
    options?: BaseOptionsChosen | null;
    layout?: Island | null;
    taken_up?: BaseTakenUp | null;
    who_begins?: { [key in Colour]?: number }[] | null;
  }

  interface BaseOptions {
    setup?: "variable" | "first_game";
    first_game_tokens?: "diagram" | "letters";
    spiral?: "counter_clockwise" | "clockwise" | "random";
    frame?: "any_order" | "by_the_numerals";
    first_player?: "highest_roll" | "eldest";
    left_out_with_three?: "white" | "red" | null;
    must_rob?: boolean;
    trade_before_building?: boolean;
    maritime_takes_another?: boolean;
    cards_a_turn?: number | null;
    settlement_needs_roads?: 1 | 2;
    opponents_block_roads?: boolean;
    points_to_win?: number;
    hand_limit?: number;
    friendly_robber?: 2 | 3 | null;
    no_seven_rounds?: 0 | 1 | 2;
    gifts?: boolean;
    trade_before_roll?: boolean;
    claim_victory?: boolean;
    turn_seconds?: number;
    reserve_seconds?: number;
    roll_with?: "dice" | "deck" | "marked_deck";
    open_hands?: boolean;
    all_told?: boolean;
    explained?: boolean;
  }

  interface BaseOptionsChosen {
    edition?: "2025" | "digest" | "kosmos";
    setup?: "variable" | "first_game";
    first_game_tokens?: "diagram" | "letters";
    spiral?: "counter_clockwise" | "clockwise" | "random";
    frame?: "any_order" | "by_the_numerals";
    first_player?: "highest_roll" | "eldest";
    left_out_with_three?: "white" | "red" | null;
    must_rob?: boolean;
    trade_before_building?: boolean;
    maritime_takes_another?: boolean;
    cards_a_turn?: number | null;
    settlement_needs_roads?: 1 | 2;
    opponents_block_roads?: boolean;
    points_to_win?: number;
    hand_limit?: number;
    friendly_robber?: 2 | 3 | null;
    no_seven_rounds?: 0 | 1 | 2;
    gifts?: boolean;
    trade_before_roll?: boolean;
    claim_victory?: boolean;
    turn_seconds?: number;
    reserve_seconds?: number;
    roll_with?: "dice" | "deck" | "marked_deck";
    open_hands?: boolean;
    all_told?: boolean;
    explained?: boolean;
  }

  type BasePhase = "layout" | "founding" | "taking_up" | "play" | "over";

  /** The public view of a player. */
  interface BasePlayer {
    cards: number;
    /** The least and the greatest value. */
    cards_between: [number, number];
    cards_certain: boolean;
    cards_likely: boolean;
    certain: boolean;
    probability: number;
    hand: KnownCards | null;
    /** The player's stable identity; unaffected by corrections of name and colour. */
    id: Colour;
    name: string;
    colour: Colour;
    /** The player has left; pieces and cards remain. */
    resting: boolean;
    points: number;
    development_cards: number;
    knights: number;
    road_length: number;
    longest_road: boolean;
    largest_army: boolean;
    left: Left;
  }

  interface BaseRedo {
    kind: "redo";
    about?: AboutShown;
    turn?: number;
  }

  /** A roll and its production; `shortage`: resources that the bank can't pay to all. `again`: by a house rule the roll is void and repeated. */
  interface BaseRolled {
    dice: Dice;
    sum: number;
    again: boolean;
    player: Colour;
    takes: Takes[];
    shortage: Resource[];
  }

  interface BaseSaidBuyDevelopmentCard {
    kind: "buy_development_card";
    player: Colour;
    card?: DevelopmentCard | null;
  }

  interface BaseSaidClaimVictory {
    kind: "claim_victory";
    player: Colour;
  }

  interface BaseSaidComeBack {
    kind: "come_back";
    player: Colour;
  }

  interface BaseSaidDiscard {
    kind: "discard";
    player: Colour;
    resources: Cards;
  }

  interface BaseSaidDomesticTrade {
    kind: "domestic_trade";
    player: Colour;
    with: Colour;
    give: Cards;
    take: Cards;
  }

  interface BaseSaidEndGame {
    kind: "end_game";
    because: "agreement" | "time";
  }

  interface BaseSaidEndTurn {
    kind: "end_turn";
    player: Colour;
  }

  type BaseSaidEvent = BaseSaidGameStarted | BaseSaidLayoutSet | BaseSaidLayoutEntered | BaseSaidFirstPlayerChosen | BaseSaidPlaceRoad | BaseSaidPlaceSettlement | BaseSaidPlaceCity | BaseSaidTakeStartingResources | BaseSaidRoll | BaseSaidUnseenRoll | BaseSaidTakeInstead | BaseSaidDiscard | BaseSaidMoveRobber | BaseSaidSteal | BaseSaidDomesticTrade | BaseSaidMaritimeTrade | BaseSaidBuyDevelopmentCard | BaseSaidPlayDevelopmentCard | BaseSaidRevealVictoryPoints | BaseSaidClaimVictory | BaseSaidEndGame | BaseSaidLeaveTable | BaseSaidComeBack | BaseSaidShowHand | BaseSaidTakeUp | BaseSaidEndTurn;

  interface BaseSaidFirstPlayerChosen {
    kind: "first_player";
    player: Colour;
  }

  interface BaseSaidGameStarted {
    kind: "game_started";
    players: SeatTaken[];
    options?: BaseOptions;
    who_begins?: { [key in Colour]?: number }[] | null;
  }

  interface BaseSaidLayoutEntered {
    kind: "layout_entered";
    layout: IslandDraft;
  }

  interface BaseSaidLayoutSet {
    kind: "layout_set";
    layout: Island;
  }

  interface BaseSaidLeaveTable {
    kind: "leave_table";
    player: Colour;
  }

  interface BaseSaidMaritimeTrade {
    kind: "maritime_trade";
    player: Colour;
    give: Cards;
    take: Cards;
  }

  interface BaseSaidMoveRobber {
    kind: "move_robber";
    player: Colour;
    to: HexId;
  }

  interface BaseSaidPlaceCity {
    kind: "place_city";
    player: Colour;
    at: IntersectionId;
  }

  interface BaseSaidPlaceRoad {
    kind: "place_road";
    player: Colour;
    at: PathId;
  }

  interface BaseSaidPlaceSettlement {
    kind: "place_settlement";
    player: Colour;
    at: IntersectionId;
  }

  interface BaseSaidPlayDevelopmentCard {
    kind: "play_development_card";
    player: Colour;
    card: DevelopmentCard;
    resources?: Cards;
    resource?: Resource | null;
    given?: { [key in Colour]?: number } | null;
  }

  interface BaseSaidRevealVictoryPoints {
    kind: "reveal_victory_points";
    player: Colour;
    count: number;
  }

  interface BaseSaidRoll {
    kind: "roll";
    player: Colour;
    dice: Dice;
  }

  interface BaseSaidShowHand {
    kind: "show_hand";
    player: Colour;
    resources: Cards;
    counted?: boolean | null;
  }

  interface BaseSaidSteal {
    kind: "steal";
    player: Colour;
    from: Colour | null;
    resource?: Resource | null;
  }

  interface BaseSaidTakeInstead {
    kind: "take_instead";
    player: Colour;
    resources: Cards;
  }

  interface BaseSaidTakeStartingResources {
    kind: "take_starting_resources";
    player: Colour;
    at: IntersectionId;
  }

  interface BaseSaidTakeUp {
    kind: "take_up";
    on_turn: Colour;
    sides?: SideShown[];
    pieces?: PieceStands[] | null;
    robber?: HexId | null;
    longest_road?: Colour | null;
    largest_army?: Colour | null;
    rolled?: boolean | null;
  }

  interface BaseSaidUnseenRoll {
    kind: "unseen_roll";
    player: Colour;
  }

  type BaseSeatInput = OwnBuyDevelopmentCard | OwnRevealVictoryPoints | OwnClaimVictory | OwnShowHand | OwnMaritimeTrade | OwnEndTurn | OwnDiscard | OwnPlayDevelopmentCard | OwnSteal | OwnRobbed | OwnNameCard | OwnNameResource | OwnNameResources | OwnUndo;

  /** A player's final standing. */
  interface BaseStanding {
    name: string;
    colour: Colour;
    points: number;
    of: PointsOf;
    road_length: number;
    knights: number;
  }

  /** The summary of a game; players ordered with the winner first, then by points. */
  interface BaseSummary {
    players: BaseStanding[];
    winner: Colour | null;
    winners: Colour[];
    turns: number;
    seconds: number;
    points: Points[];
    dice: DiceRolled;
    production: Production;
    robber: RobberCost;
    lost: { [key in Colour]?: { [key in "discarded" | "stolen" | "robbed"]?: number } };
    trades: TradeCounts;
    durations: Durations;
    awards: Award[];
    layout: Island | null;
    pieces: PieceStands[];
    robber_at: HexId | null;
  }

  interface BaseTakenUp {
    on_turn: Colour;
    pieces?: PieceStands[] | null;
    robber?: HexId | null;
    longest_road?: Colour | null;
    largest_army?: Colour | null;
    rolled?: boolean | null;
    hands?: { [key in Colour]?: Cards | null };
    played?: { [key in Colour]?: DevelopmentCards };
    development_cards?: { [key in Colour]?: number };
  }

  interface BaseUndo {
    kind: "undo";
    about?: AboutShown;
    turn?: number;
  }

  /** A game's number, and the version of the snapshot that shows it. */
  interface Begun {
    game: number;
    version: number;
  }

  /** Statistics of the finished games of a kind. */
  interface BookOfKind {
    kind: string;
    name: Sentence;
    games: number;
    players: PlayerHistory[];
    meetings: Meeting[];
    habits: Habit[];
  }

  /** Place the free roads of a road building card. */
  interface BuildFreeRoads {
    kind: "free_roads";
    colour: Colour;
    count: number;
    sites: PathId[];
  }

  /** Legal sites for the pieces that a player can afford, judged by the reader's knowledge. */
  interface Builds {
    road: PathId[];
    settlement: IntersectionId[];
    city: IntersectionId[];
  }

  interface BuyDevelopmentCard {
    kind: "buy_development_card";
    player: Colour;
    card: DevelopmentCard | null;
  }

  /** The guided calibration; the optional fields belong to a table with a game. */
  interface CalibrationView {
    version: number;
    /** Whether the table isn't watched yet, so this page is shown first. */
    leads?: boolean;
    /** The current step. */
    current: string | null;
    /** Whether there is a live picture. */
    picture: boolean;
    steps: StepView[];
    /** The step being repeated; null: the table is watched. */
    repeats?: string | null;
    /** Sensors that the table does without meanwhile. */
    lent?: string[];
    /** The result of the last repeated step. */
    last?: StepRepeated | null;
  }

  /** The camera over the table, by its system name. */
  interface CameraNamed {
    camera: string;
  }

  /** The visible card of a place on the island. */
  interface CardAtPlace {
    /** Column and row, axial coordinates; the middle is [0, 0]. */
    place: [number, number];
    circle: PictureCircle;
    kind: "island" | "harbor" | "blue" | "orange" | "red";
    /** Whether the kind is certain. */
    sure: boolean;
  }

  /** Number of cards of each kind, `unidentified` for unknown kinds. Omitted kinds: 0. */
  type Cards = { [key in "lumber" | "brick" | "wool" | "grain" | "ore" | "unidentified"]?: number };

  /** The round cards in a photo, and the symbols that two of them share. */
  interface CardsRead {
    /** From left to right. */
    cards: PictureCircle[];
    /** For each two cards whose common symbol is certain: its place on both. */
    common: [PictureCircle, PictureCircle][];
    text: Sentence;
  }

  interface Changes {
    epoch: string;
    from: number;
    to: number;
    changes: PatchOperation[];
  }

  /** One of the choices that the step offers. */
  interface ChoiceTaken {
    word: string;
  }

  /** The choices for the next game. */
  interface Choices {
    games: PlayedKind[];
    /** The last game; null: none, or its setup is unknown. */
    last: AsLastTime | null;
    names: string[];
    /** The expected players, in seat order. */
    seated: Expected[];
    unfinished: GameInShort[];
    /** Whether the game in progress has events, so that it can be resumed later. */
    begun: boolean;
  }

  /** Name the starred settlement of a first game, which gives the starting resources. `likely`: the one that a rulebook stars, as far as it is known. */
  interface ChooseStar {
    kind: "take_starting_resources";
    colour: Colour;
    sites: IntersectionId[];
    likely: StarredSettlement | null;
  }

  interface ClaimVictory {
    kind: "claim_victory";
    player: Colour;
  }

  /** The table's time and the server's. */
  interface Clock {
    /** Seconds since the game began. */
    t: number;
    /** Differs for each start of the server. */
    run: string;
    /** Seconds since the server started. */
    up: number;
  }

  /** A coastal path. */
  type CoastId = "p0,-5" | "p1,-5" | "p2,-5" | "p3,-5" | "p4,-5" | "p5,-5" | "p5,-4" | "p5,-3" | "p5,-2" | "p5,-1" | "p5,0" | "p4,1" | "p3,2" | "p2,3" | "p1,4" | "p0,5" | "p-1,5" | "p-2,5" | "p-3,5" | "p-4,5" | "p-5,5" | "p-5,4" | "p-5,3" | "p-5,2" | "p-5,1" | "p-5,0" | "p-4,-1" | "p-3,-2" | "p-2,-3" | "p-1,-4";

  type Colour = "red" | "blue" | "orange" | "white" | "green" | "brown";

  /** Confirms that the colours of the cards were learned. */
  interface ColoursLearned {
    text: Sentence;
  }

  interface ComeBack {
    kind: "come_back";
    player: Colour;
  }

  /** Confirm the island that the camera read; `doubtful`: hexes that can't all come from one box. */
  interface ConfirmIsland {
    kind: "confirm_island";
    entry: number;
    doubtful: HexId[];
  }

  interface CorrectLayout {
    kind: "correct";
    layout: IslandDraft;
    about?: AboutShown;
    turn?: number;
  }

  interface CorrectPlace {
    kind: "correct";
    entry: number;
    before: number | null;
    event: { [key: string]: any };
    about?: AboutShown;
    turn?: number;
  }

  /** The number of cards in a player's hand by the entries, which the player counts. */
  interface CountAsked {
    name: string;
    colour: Colour;
    cards: number;
  }

  /** A count for each player of a game that is already in progress; omit unknown counts. `taken_up` has the counts by `name` and by colour: each alone, or as that many `of` a kind. `labels`: one for each seat; `short`: for use where the seat is obvious. */
  interface CountedSide {
    name: string;
    of?: string;
    labels: Sentence[];
    short: Sentence;
    most: number;
  }

  type DevelopmentCard = "knight" | "road_building" | "year_of_plenty" | "monopoly" | "victory_point";

  type DevelopmentCards = { [key in "knight" | "road_building" | "year_of_plenty" | "monopoly" | "victory_point" | "unidentified"]?: number };

  type Dice = Faces | DiceSum;

  /** An input without its dice, which the player still has to enter. */
  interface DiceAsked {
    kind: "roll" | "correct";
    player?: Colour;
    entry?: number;
    before?: number;
    event?: { [key: string]: any };
  }

  type DiceFace = "lumber" | "brick" | "wool" | "grain" | "ore" | "gold";

  /** The active player's legal actions; empty unless the game is in progress. */
  interface DiceGameActions {
    throw?: boolean;
    use_knight?: string[];
    build?: { [key in "road" | "settlement" | "city" | "knight"]?: string[] };
    /** Null: the dice weren't entered. */
    pay?: { [key in "road" | "settlement" | "city" | "knight"]?: boolean | null };
    end_turn?: boolean;
  }

  /** The fields of the texts of questions and answers about dice: faces, from left to right. */
  interface DiceGameAsked {
    faces?: DiceFace[];
    dice_count?: number;
  }

  interface DiceGameBuild {
    kind: "build";
    player: Colour;
    piece: SheetPiece;
    /** The id of a place on the sheet. */
    at: string;
  }

  interface DiceGameChange {
    players?: SeatTaken[];
    options?: DiceGameOptionsChosen;
    /** The rolls for the first player: for each round, sums of two dice by colour. */
    who_begins?: { [key in Colour]?: number }[];
    player?: Colour;
    dice?: DiceFace[];
    /** The id of a place on the sheet. */
    knight?: string;
    resource?: Resource;
    die?: DiceFace | null;
    piece?: SheetPiece;
    /** The id of a place on the sheet. */
    at?: string;
  }

  interface DiceGameConfirm {
    kind: "confirm";
    entry: number;
    about?: AboutShown;
    turn?: number;
  }

  interface DiceGameCorrectBefore {
    kind: "correct";
    before: number;
    event: DiceGameSaidEvent;
    about?: AboutShown;
    turn?: number;
  }

  interface DiceGameCorrectEntry {
    kind: "correct";
    entry: number;
    event: DiceGameSaidEvent | null;
    about?: AboutShown;
    turn?: number;
  }

  interface DiceGameCorrectFields {
    kind: "correct";
    entry: number;
    change: DiceGameChange;
    about?: AboutShown;
    turn?: number;
  }

  /** A change that an input would make: the quantity, the player, and the values before and after. `points` and `route` are numbers; `built` and `spent` ids on the sheet; `dice` faces; else a colour or the turn. */
  interface DiceGameDifference {
    what: "winner" | "longest_route" | "most_knights" | "on_turn" | "turn" | "dice" | "points" | "route" | "built" | "spent";
    colour?: Colour;
    piece?: SheetPiece;
    before: number | string | string[] | null;
    after: number | string | string[] | null;
  }

  interface DiceGameEndTurn {
    kind: "end_turn";
    player: Colour;
  }

  interface DiceGameEnterBuild {
    kind: "build";
    piece: SheetPiece;
    /** The id of a place on the sheet. */
    at: string;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface DiceGameEnterEndTurn {
    kind: "end_turn";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface DiceGameEnterThrow {
    kind: "throw";
    dice: DiceFace[];
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface DiceGameEnterUseKnight {
    kind: "use_knight";
    /** The id of a place on the sheet. */
    knight: string;
    resource: Resource;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
    die?: DiceFace | null;
  }

  type DiceGameEvent = DiceGameGameStarted | DiceGameThrow | DiceGameUseKnight | DiceGameBuild | DiceGameEndTurn;

  /** The game in progress, with the last lines of its log in its view's `log`, and `redo`. */
  interface DiceGameGameOn {
    id: number;
    kind: "dice_game";
    /** Number of the last entry. */
    newest: number;
    view: DiceGameGameView;
  }

  interface DiceGameGameStarted {
    kind: "game_started";
    players: SeatTaken[];
    options: DiceGameOptions;
    /** The rolls for the first player: for each round, sums of two dice by colour. */
    who_begins?: { [key in Colour]?: number }[];
  }

  /** A game with its summary. */
  interface DiceGameGameTold {
    game: number;
    /** Its identity in every journal, export and play log. */
    uuid: string;
    kind: "dice_game";
    name: Sentence;
    started: string;
    imported: boolean;
    elsewhere: Elsewhere;
    /** Whether its rolls can be downloaded as a CSV file. */
    lists_rolls: boolean;
    summary: DiceGameSummary;
  }

  /** The public view of a game. */
  interface DiceGameGameView {
    phase: DiceGamePhase;
    winner: Colour | null;
    turn: number;
    on_turn: Colour | null;
    longest_route: Colour | null;
    most_knights: Colour | null;
    points_to_win: number;
    options: DiceGameOptions;
    sheet: DiceGameSheet;
    costs: { [key in "road" | "settlement" | "city" | "knight"]?: { [key in "lumber" | "brick" | "wool" | "grain" | "ore"]?: number } };
    players: DiceGamePlayer[];
    dice: DiceLie;
    may: DiceGameActions;
    /** Seconds since the game began. */
    turn_began: number;
    /** Facts true of one player only, once the game is over. */
    awards: Award[];
    log: DiceGameLine[];
    /** Whether the last undo can be redone. */
    redo: boolean;
  }

  type DiceGameInput = DiceGameEnterThrow | DiceGameEnterUseKnight | DiceGameEnterBuild | DiceGameEnterEndTurn | DiceGameUndo | DiceGameRedo | DiceGameConfirm | DiceGameCorrectEntry | DiceGameCorrectFields | DiceGameCorrectBefore;

  /** A line of the log: the event, its source and certainty, the rules that it breaks. */
  interface DiceGameLine {
    /** The entry that first recorded it. */
    number: number;
    /** The entry with its latest version. */
    as_of: number;
    /** Seconds since the game began. */
    t: number;
    source: string;
    certainty: number;
    /** The rules that it breaks. */
    violations: string[];
    event: DiceGameEvent;
  }

  interface DiceGameNewGame {
    players: SeatTaken[];
    game: "dice_game";
    /** Quit the game in progress. */
    abandon?: boolean;
    about?: AboutShown;
    options?: DiceGameOptionsChosen | null;
    who_begins?: { [key in Colour]?: number }[] | null;
  }

  /** The table's options; null: the sheet decides whether the printed road counts. */
  interface DiceGameOptions {
    sheet: "advanced" | "base" | "two_jokers";
    start_road_counts: boolean | null;
  }

  interface DiceGameOptionsChosen {
    edition?: "advanced";
    sheet?: "advanced" | "base" | "two_jokers";
    start_road_counts?: boolean | null;
  }

  type DiceGamePhase = "seating" | "play" | "over";

  /** A player, and the pieces drawn in on the sheet. */
  interface DiceGamePlayer {
    name: string;
    colour: Colour;
    /** Identifies the player even when name and colour are corrected. */
    id: Colour;
    points: number;
    of: { [key in "settlement" | "city" | "longest_route" | "most_knights"]?: number };
    route: number;
    knights: number;
    built: { [key in "road" | "settlement" | "city" | "knight"]?: string[] };
    spent: string[];
  }

  interface DiceGameRedo {
    kind: "redo";
    about?: AboutShown;
    turn?: number;
  }

  interface DiceGameSaidBuild {
    kind: "build";
    player: Colour;
    piece: SheetPiece;
    /** The id of a place on the sheet. */
    at: string;
  }

  interface DiceGameSaidEndTurn {
    kind: "end_turn";
    player: Colour;
  }

  type DiceGameSaidEvent = DiceGameSaidGameStarted | DiceGameSaidThrow | DiceGameSaidUseKnight | DiceGameSaidBuild | DiceGameSaidEndTurn;

  interface DiceGameSaidGameStarted {
    kind: "game_started";
    players: SeatTaken[];
    options?: DiceGameOptionsChosen;
    /** The rolls for the first player: for each round, sums of two dice by colour. */
    who_begins?: { [key in Colour]?: number }[];
  }

  interface DiceGameSaidThrow {
    kind: "throw";
    player: Colour;
    dice: DiceFace[];
  }

  interface DiceGameSaidUseKnight {
    kind: "use_knight";
    player: Colour;
    /** The id of a place on the sheet. */
    knight: string;
    resource: Resource;
    die?: DiceFace | null;
  }

  /** The players' sheet. `cross`: the road with the cross by this table's counting of the route; null where the sheet ends before. */
  interface DiceGameSheet {
    name: string;
    viewBox: [number, number, number, number];
    hexes: SheetHex[];
    roads: SheetRoad[];
    settlements: SheetSite[];
    cities: SheetSite[];
    knights: SheetKnight[];
    /** The id of a place on the sheet. */
    start: string;
    /** The minimum length of the longest route. */
    route: number;
    cross: string | null;
  }

  /** A player in the summary of a game. */
  interface DiceGameStanding {
    name: string;
    colour: Colour;
    points: number;
    of: { [key: string]: number };
    built: { [key in "road" | "settlement" | "city" | "knight"]?: number };
    route: number;
    spent: number;
    drawn: SheetFilled;
  }

  /** The summary of a game; the winner first, then by points. */
  interface DiceGameSummary {
    players: DiceGameStanding[];
    winner: Colour | null;
    turns: number;
    seconds: number;
    points: Points[];
    dice: DiceThrown;
    awards: Award[];
    sheet: DiceGameSheet;
  }

  interface DiceGameThrow {
    kind: "throw";
    player: Colour;
    dice: DiceFace[];
  }

  interface DiceGameUndo {
    kind: "undo";
    about?: AboutShown;
    turn?: number;
  }

  interface DiceGameUseKnight {
    kind: "use_knight";
    player: Colour;
    /** The id of a place on the sheet. */
    knight: string;
    resource: Resource;
    die: DiceFace | null;
  }

  /** The dice of the current turn; null: nobody entered them. `left`: those that aren't spent yet. */
  interface DiceLie {
    count: number;
    lie: DiceFace[] | null;
    left: DiceFace[] | null;
    throws: number;
    throws_left: number;
  }

  /** Actual and expected rolls, and the number of sevens by player. `sums_alone`: number of rolls entered without faces. */
  interface DiceRolled {
    rolls: number;
    sums_alone: number;
    sums: SumRolled[];
    sevens: { [key in Colour]?: number };
  }

  /** The sum of two dice whose faces are unknown. */
  interface DiceSum {
    sum: number;
  }

  /** The first throws of all turns. */
  interface DiceThrown {
    throws: number;
    faces: FaceThrown[];
  }

  interface Discard {
    kind: "discard";
    player: Colour;
    resources: Cards;
  }

  interface DomesticTrade {
    kind: "domestic_trade";
    player: Colour;
    with: Colour;
    give: Cards;
    take: Cards;
  }

  /** Durations of turns: the mean by colour, and the longest turns. */
  interface Durations {
    mean: { [key in Colour]?: number };
    longest: LongTurn[];
  }

  /** Rules that differ in options; `options` are those of this edition, by name. */
  interface Edition {
    name: string;
    label: Sentence;
    options: { [key: string]: string | number | boolean | null };
  }

  /** The ids of a play in programs for recording plays. */
  interface Elsewhere {
    /** The game's published name. */
    name: string;
    /** Its number at BoardGameGeek, if known. */
    bgg: number | null;
    /** The first player; null: none, or unknown. */
    first: Colour | null;
  }

  interface EndGame {
    kind: "end_game";
    because: "agreement" | "time";
  }

  interface EndTurn {
    kind: "end_turn";
    player: Colour;
  }

  interface EnterAnotherRoll {
    kind: "another_roll";
    entry: number;
    dice: Dice;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterAnswer {
    kind: "answer";
    question: number;
    answer: number;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterBankRanOut {
    kind: "bank_ran_out";
    resource: Resource;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterBuyDevelopmentCard {
    kind: "buy_development_card";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
    card?: DevelopmentCard | null;
  }

  interface EnterClaimVictory {
    kind: "claim_victory";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterComeBack {
    kind: "come_back";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterCountCards {
    kind: "count_cards";
    cards: { [key in Colour]?: number };
    about?: AboutShown;
    turn?: number;
  }

  interface EnterDiscard {
    kind: "discard";
    player?: Colour;
    resources?: Cards | null;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterDomesticTrade {
    kind: "domestic_trade";
    with: Colour;
    give: Cards;
    take: Cards;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterDrawRoll {
    kind: "draw_roll";
    player?: Colour;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterEndGame {
    kind: "end_game";
    because: "agreement" | "time";
    about?: AboutShown;
    turn?: number;
  }

  interface EnterEndTurn {
    kind: "end_turn";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterFirstPlayerChosen {
    kind: "first_player";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterGameScored {
    kind: "game_scored";
    first_out: TeamColour[];
    counts: { [key in TeamColour]?: number };
    about?: AboutShown;
    turn?: number;
    /** Number of games and rounds that were scored when the player began to enter this. */
    after?: number;
    game?: number;
  }

  interface EnterLayIsland {
    kind: "lay_island";
    as?: "entered" | "first_game" | "drawn" | "spiral" | "frame";
    /** Whether the pieces are those of a first-game diagram. */
    pieces?: boolean;
    /** The corner hex at which the tokens' spiral begins. */
    from?: HexId;
    clockwise?: boolean;
    /** The frame's pieces that are known, clockwise from the top side. */
    frame?: number[];
    edition?: "2015-2020";
    layout?: Island | null;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterLeaveTable {
    kind: "leave_table";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterMaritimeTrade {
    kind: "maritime_trade";
    give: Cards;
    take: Cards;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterMoveRobber {
    kind: "move_robber";
    to: HexId;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterNoRoll {
    kind: "no_roll";
    entry: number;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterPlaceCity {
    kind: "place";
    piece: "city";
    at: IntersectionId;
    player?: Colour;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterPlaceRoad {
    kind: "place";
    piece: "road";
    at: PathId;
    player?: Colour;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterPlaceSettlement {
    kind: "place";
    piece: "settlement";
    at: IntersectionId;
    player?: Colour;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterPlayDevelopmentCard {
    kind: "play_development_card";
    card: DevelopmentCard;
    player?: Colour | null;
    resources?: Cards | null;
    resource?: Resource | null;
    given?: { [key in Colour]?: number } | null;
    about?: AboutShown;
    turn?: number;
  }

  interface EnterRevealVictoryPoints {
    kind: "reveal_victory_points";
    count: number;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterRoll {
    kind: "roll";
    dice: Dice;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterRolledBefore {
    kind: "rolled_before";
    about?: AboutShown;
    turn?: number;
  }

  interface EnterRoundScored {
    kind: "round_scored";
    captured: { [key in TeamColour]?: number };
    about?: AboutShown;
    turn?: number;
    /** Number of games and rounds that were scored when the player began to enter this. */
    after?: number;
  }

  interface EnterShowHand {
    kind: "show_hand";
    resources: Cards;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
    counted?: boolean | null;
  }

  interface EnterSteal {
    kind: "steal";
    from: Colour | null;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
    resource?: Resource | null;
  }

  interface EnterTakeInstead {
    kind: "take_instead";
    resources: Cards;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterTakeStartingResources {
    kind: "take_starting_resources";
    at: IntersectionId;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterTakeUp {
    kind: "take_up";
    about?: AboutShown;
    turn?: number;
    on_turn?: Colour;
    sides?: SideShown[];
    pieces?: PieceStands[] | null;
    robber?: HexId | null;
    longest_road?: Colour | null;
    largest_army?: Colour | null;
    rolled?: boolean | null;
  }

  interface EnterUnseenRoll {
    kind: "unseen_roll";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface EnterWhoseKnight {
    kind: "whose_knight";
    entry: number;
    player: Colour;
    about?: AboutShown;
    turn?: number;
  }

  /** Cards that two teams exchange before game 3. */
  interface Exchange {
    between: [TeamColour, TeamColour];
    cards: number;
  }

  /** An expected player. */
  interface Expected {
    name: string;
    colour: Colour;
  }

  /** A finished game as the file that `companion import` reads. */
  interface Export {
    format: string;
    version: number;
    game: ExportedGame;
    entries: ExportedEntry[];
  }

  /** An entry of the journal; docs/journal.md describes `body`. */
  interface ExportedEntry {
    number: number;
    group: number;
    t: number;
    source: string;
    certainty: number;
    body: { [key: string]: any };
    token: string | null;
  }

  /** The exported game. */
  interface ExportedGame {
    kind: string;
    started: string;
    /** Its identity in every journal, export and play log. */
    uuid: string;
  }

  /** The actual and the expected count of a face. */
  interface FaceThrown {
    face: DiceFace;
    thrown: number;
    expected: number;
  }

  type Faces = [number, number];

  interface FirstPlayerChosen {
    kind: "first_player";
    player: Colour;
  }

  interface Found {
    kind: "found";
    colour: Colour;
    piece?: "settlement" | "road";
    sites?: SiteId[];
    /** The other players who may begin. */
    or?: Colour[];
  }

  type Game = BaseGameTold | DiceGameGameTold | SpotItGameTold;

  /** An unfinished game to resume; `abandon`: quit the one in progress. */
  interface GameChosen {
    game: number;
    abandon?: boolean;
    about?: AboutShown;
  }

  /** The result of a game, or of a round of game 5, by colour: counts, points, and total points. */
  interface GameCounted {
    game: GameNumber;
    first_out: TeamColour[];
    counts: { [key in TeamColour]?: number };
    points: { [key in TeamColour]?: number };
    totals: { [key in TeamColour]?: number };
  }

  /** A short summary of a game; one that can't be shown has the reason as `unreadable`. */
  interface GameInShort {
    game: number;
    /** Its identity in every journal, export and play log. */
    uuid: string;
    kind: string;
    name: Sentence;
    started: string;
    imported: boolean;
    finished: boolean;
    winner: string | null;
    winners: string[];
    turns: number;
    seconds: number;
    players: PlayerInShort[];
    unreadable?: Sentence;
    /** The length of the game, where that isn't the number of turns. */
    played?: Sentence;
  }

  type GameNumber = 1 | 2 | 3 | 4 | 5;

  interface GameStarted {
    kind: "game_started";
    players: SeatTaken[];
    options: BaseOptions;
    who_begins?: { [key in Colour]?: number }[] | null;
  }

  /** Upper limits of the cards that a player can give; null if uncertain or hidden. */
  interface Gives {
    cards: number | null;
    resources: KnownCards | null;
  }

  /** The players' averages of a figure, the highest first; `told`: a sentence about a sole leader. */
  interface Habit {
    title: Sentence;
    told: Sentence | null;
    values: HabitOf[];
  }

  /** A player's average per game of a figure, and the number of games. */
  interface HabitOf {
    name: string;
    value: number;
    games: number;
  }

  /** The harbor at a coastal path; none: null. */
  interface HarborCorrected {
    path: string;
    harbor?: string | null;
  }

  type HarborKind = "generic" | "brick" | "lumber" | "wool" | "grain" | "ore";

  /** The terrain and number of a hex; no token: null. */
  interface HexCorrected {
    hex: string;
    terrain?: string;
    number?: number | null;
  }

  /** The entered contents of a hex. */
  interface HexEntered {
    terrain?: Terrain | null;
    number?: number | null;
  }

  type HexId = "h0,-2" | "h1,-2" | "h2,-2" | "h-1,-1" | "h0,-1" | "h1,-1" | "h2,-1" | "h-2,0" | "h-1,0" | "h0,0" | "h1,0" | "h2,0" | "h-2,1" | "h-1,1" | "h0,1" | "h1,1" | "h-2,2" | "h-1,2" | "h0,2";

  /** The contents of a hex; `number` is null without a token. */
  interface HexLies {
    terrain: Terrain;
    number: number | null;
  }

  type Input = EnterAnswer | BaseInput | DiceGameInput | SpotItInput;

  type IntersectionId = string;

  /** The island's contents: hexes by their ids, harbors by their coastal paths. */
  interface Island {
    hexes: { [key in HexId]?: HexLies };
    harbors: { [key in CoastId]?: HarborKind };
  }

  /** An island of cards in a photo. */
  interface IslandCounted {
    /** The game that is counted. */
    game: number;
    /** Of the 19 places; empty if no island was found. */
    cards: CardAtPlace[];
    /** Places of the harbors, of game 2. */
    harbors: [number, number][];
    text: Sentence;
  }

  /** A partially entered island, or corrections of one; a path without a harbor: null. */
  interface IslandDraft {
    hexes?: { [key in HexId]?: HexEntered };
    harbors?: { [key in CoastId]?: HarborKind | null };
  }

  /** The entered parts of an unfinished island. */
  interface IslandEntered {
    hexes: { [key in HexId]?: HexEntered };
    harbors: { [key in CoastId]?: HarborKind };
    missing: IslandMissing;
  }

  /** The missing parts of an unfinished island: hexes, and the number of harbors of each kind. */
  interface IslandMissing {
    hexes: HexId[];
    harbors: { [key in HarborKind]?: number };
  }

  /** Cards of a hand by kind. A negative `unidentified`: as many of the others are gone, unknown which. */
  type KnownCards = { [key in "lumber" | "brick" | "wool" | "grain" | "ore" | "unidentified"]?: number };

  /** Lay the island: step by step, by a diagram or, if `draw`, at random. `pieces`: afterwards players place the pieces in turns, the stored diagram gives their places, or players place them as printed in their rulebook. Null: the game is in progress. */
  interface LayIsland {
    kind: "lay_island";
    missing: MissingCounts;
    editions: string[];
    draw: boolean;
    pieces: "in_turns" | "from_diagram" | "as_printed" | null;
  }

  interface LayoutEntered {
    kind: "layout_entered";
    layout: IslandDraft;
  }

  interface LayoutSet {
    kind: "layout_set";
    layout: Island;
  }

  interface LeaveTable {
    kind: "leave_table";
    player: Colour;
  }

  /** The pieces in a player's supply. */
  interface Left {
    road: number;
    settlement: number;
    city: number;
  }

  /** A possible hand and its probability. */
  interface LikelyHand {
    cards: KnownCards;
    probability: number;
  }

  type Line = BaseLine | DiceGameLine | SpotItLine;

  /** One of the longest turns. */
  interface LongTurn {
    seconds: number;
    turn: number;
    colour: Colour;
  }

  interface MaritimeTrade {
    kind: "maritime_trade";
    player: Colour;
    give: Cards;
    take: Cards;
  }

  /** Discard cards if the hand exceeds the limit, which the record doesn't show. */
  interface MayOweDiscard {
    kind: "may_discard";
    colour: Colour;
    /** The least and the greatest value. */
    between: [number, number];
    count: number;
    limit: number;
  }

  /** Two players who met: how often each finished ahead. */
  interface Meeting {
    one: string;
    other: string;
    games: number;
    one_ahead: number;
    other_ahead: number;
  }

  /** The number of missing parts of an island. */
  interface MissingCounts {
    hexes: number;
    tokens: number;
    harbors: number;
  }

  interface MoveRobber {
    kind: "move_robber";
    player: Colour;
    to: HexId;
  }

  /** Move the robber; `spared`: hexes closed to a friendly robber, with the players spared there. */
  interface MoveRobberNow {
    kind: "move_robber";
    colour: Colour;
    spared: { [key in HexId]?: Colour[] };
  }

  /** A bought card that the player can name. */
  interface NameBought {
    what: "card_bought";
    entry: number;
    among: DevelopmentCard[];
  }

  /** Discarded cards that the player can name. */
  interface NameDiscarded {
    what: "cards_discarded";
    entry: number;
    count: number;
  }

  interface NameStolen {
    what: "card_stolen";
    entry: number;
    by: Colour;
    from: Colour;
  }

  type NewGame = BaseNewGame | DiceGameNewGame | SpotItNewGame;

  /** A trade offer; `to`: one player, or null for everybody who may accept. */
  interface NewOffer {
    /** How many cards of each kind. */
    give: { [key: string]: number };
    /** How many cards of each kind. */
    take: { [key: string]: number };
    to?: Colour | null;
    about?: AboutShown;
  }

  /** A trade offer made for a player. */
  interface NewOfferOf {
    /** How many cards of each kind. */
    give: { [key: string]: number };
    /** How many cards of each kind. */
    take: { [key: string]: number };
    to?: Colour | null;
    about?: AboutShown;
    player: Colour;
  }

  interface OfferAnswer {
    answer: "accept" | "refuse" | "withdraw" | "close";
    with?: Colour;
    about?: AboutShown;
  }

  interface OfferAnswerOf {
    answer: "accept" | "refuse" | "withdraw" | "close";
    player: Colour;
    with?: Colour;
    about?: AboutShown;
  }

  /** The version of the snapshot with the answer. */
  interface OfferAnswered {
    version: number;
  }

  /** The number of the new offer. */
  interface OfferMade {
    offer: number;
    version: number;
  }

  /** An open trade offer. */
  interface OfferShown {
    number: number;
    /** A colour. */
    by: string;
    to: string[];
    /** How many cards of each kind. */
    give: { [key: string]: number };
    /** How many cards of each kind. */
    take: { [key: string]: number };
    accepted: string[];
    refused: string[];
  }

  /** An option of a new game, as people choose it. A `choice` has `values`, pairs of a value and its words; a `number` has `least` and `most`. `usual`: the default, where no edition decides it; `for_newcomers`: on where nobody has played before. */
  interface OfferedOption {
    name: string;
    label: Sentence;
    about: Sentence | null;
    /** Few tables deviate from their edition here. */
    house_rule: boolean;
    kind: "choice" | "number" | "tick";
    usual?: string | number | boolean | null;
    for_newcomers?: boolean;
    values?: any[];
    least?: number;
    most?: number;
  }

  /** The outcome of an input, and the version of the snapshot that shows it. */
  interface Outcome {
    told: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    violations: string[];
    taken_back: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    changed: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    already: (BaseEvent | DiceGameEvent | SpotItEvent)[] | null;
    /** Number of the last entry afterwards. */
    newest: number;
    version: number;
  }

  /** Discard cards after a seven; `likely`: the number is certain or nearly certain. */
  interface OweDiscard {
    kind: "discard";
    colour: Colour;
    /** The least and the greatest value. */
    between: [number, number];
    count: number;
    likely: boolean;
  }

  interface OwnBuyDevelopmentCard {
    kind: "buy_development_card";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
    card?: DevelopmentCard | null;
  }

  interface OwnClaimVictory {
    kind: "claim_victory";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  /** Face-down cards of one kind; a null `card`: unidentified. */
  interface OwnDevelopmentCards {
    card: DevelopmentCard | null;
    count: number;
    bought_now: number;
  }

  interface OwnDiscard {
    kind: "discard";
    player?: Colour;
    resources?: Cards | null;
    about?: AboutShown;
    turn?: number;
  }

  interface OwnEndTurn {
    kind: "end_turn";
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  /** The player's own hand; if uncertain, with likely alternatives and the range of each kind. */
  interface OwnHand {
    cards: KnownCards;
    count: number;
    certain: boolean;
    probability: number;
    between: { [key in "lumber" | "brick" | "wool" | "grain" | "ore"]?: [number, number] };
    doubtful: Resource[];
    likely: LikelyHand[];
  }

  interface OwnMaritimeTrade {
    kind: "maritime_trade";
    give: Cards;
    take: Cards;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface OwnNameCard {
    kind: "name";
    entry: number;
    card: DevelopmentCard;
    player?: Colour;
    about?: AboutShown;
    turn?: number;
  }

  interface OwnNameResource {
    kind: "name";
    entry: number;
    resource: Resource;
    player?: Colour;
    about?: AboutShown;
    turn?: number;
  }

  interface OwnNameResources {
    kind: "name";
    entry: number;
    resources: Cards;
    player?: Colour;
    about?: AboutShown;
    turn?: number;
  }

  interface OwnPlayDevelopmentCard {
    kind: "play_development_card";
    card: DevelopmentCard;
    player?: Colour;
    resources?: Cards | null;
    resource?: Resource | null;
    given?: { [key in Colour]?: number } | null;
    about?: AboutShown;
    turn?: number;
  }

  /** The player's own points. */
  interface OwnPoints {
    public: number;
    hidden: number;
    to_win: number;
  }

  interface OwnRevealVictoryPoints {
    kind: "reveal_victory_points";
    count: number;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
  }

  interface OwnRobbed {
    kind: "steal";
    by: Colour;
    player?: Colour;
    resource?: Resource | null;
    from?: Colour | null;
    about?: AboutShown;
    turn?: number;
  }

  interface OwnShowHand {
    kind: "show_hand";
    resources: Cards;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
    counted?: boolean | null;
  }

  interface OwnSteal {
    kind: "steal";
    player?: Colour;
    resource?: Resource | null;
    from?: Colour | null;
    about?: AboutShown;
    turn?: number;
  }

  interface OwnUndo {
    kind: "undo";
    player?: Colour;
    about?: AboutShown;
    turn?: number;
  }

  /** An operation of a JSON Patch (RFC 6902). */
  interface PatchOperation {
    op: "add" | "remove" | "replace";
    path: string;
    value?: any;
  }

  type PathId = string;

  /** A circle in a picture. */
  interface PictureCircle {
    /** The middle: distances from the left and from the top, in shares of the picture. */
    at: [number, number];
    /** In widths of the picture. */
    radius: number;
  }

  /** The answer to a phone camera about its picture. */
  interface PictureTaken {
    /** Whether to lock exposure and focus from now on. */
    hold: boolean;
    /** A remark about the phone for people; may be empty. */
    remark: Sentence;
    /** `resting`: no judgement was requested. */
    state: "resting" | "looking" | "wrong" | "good";
    /** What the picture shows, and how to hold the phone. */
    text: Sentence;
    more: Sentence[];
    /** The island's corners in the picture; empty: not found. */
    outline: [number, number][];
  }

  /** A piece before or after a correction. */
  interface PieceChanged {
    kind: PieceKind;
    colour: Colour;
  }

  type PieceKind = "road" | "settlement" | "city";

  /** A piece on the board. */
  interface PieceStands {
    at: SiteId;
    kind: PieceKind;
    colour: Colour;
  }

  /** A fanned pile of cards in a photo. */
  interface PileCounted {
    /** Along the pile. */
    cards: PictureCircle[];
    /** Whether their number is certain. */
    sure: boolean;
    text: Sentence;
  }

  interface PlaceCity {
    kind: "place_city";
    player: Colour;
    at: IntersectionId;
  }

  interface PlaceRoad {
    kind: "place_road";
    player: Colour;
    at: PathId;
  }

  interface PlaceSettlement {
    kind: "place_settlement";
    player: Colour;
    at: IntersectionId;
  }

  interface PlayDevelopmentCard {
    kind: "play_development_card";
    player: Colour;
    card: DevelopmentCard;
    resources: Cards;
    resource: Resource | null;
    given?: { [key in Colour]?: number } | null;
  }

  /** A kind of game that can be played, with its setup options. */
  interface PlayedKind {
    name: Sentence;
    players: number[];
    seats?: string;
    colours: Colour[];
    options: OfferedOption[];
    editions: Edition[];
    /** Omitted where a game already in progress can't be entered. */
    taken_up?: TakingUp;
    /** Whether dice may decide the first player. */
    who_begins?: boolean;
    kind: string;
  }

  /** A player's results in the finished games. */
  interface PlayerHistory {
    name: string;
    games: number;
    won: number;
    /** On average. */
    points: number;
    best: number;
    last: string;
  }

  /** A player in such a summary. */
  interface PlayerInShort {
    name: string;
    /** A colour. */
    colour: string;
    points: number;
  }

  /** The players in seat order. */
  interface PlayersSeated {
    players: SeatedPlayer[];
  }

  /** All players' points at the end of a turn; turn 0: before the first. */
  interface Points {
    turn: number;
    points: { [key in Colour]?: number };
  }

  /** A player's points by source. */
  interface PointsOf {
    settlement: number;
    city: number;
    longest_road: number;
    largest_army: number;
    victory_point: number;
  }

  /** The same with the version on which it is based. */
  interface Preview {
    told: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    violations: string[];
    taken_back: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    changed: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    already: (BaseEvent | DiceGameEvent | SpotItEvent)[] | null;
    /** Number of the last entry afterwards. */
    newest: number;
    changes: (RulesDiffer | BaseDifference | DiceGameDifference | SpotItDifference)[];
    version: number;
  }

  /** A player's cards from rolls (actual and expected), and starting cards. */
  interface Produced {
    taken: KnownCards;
    starting: number;
    expected: number;
  }

  /** Production by player and by hex. */
  interface Production {
    players: { [key in Colour]?: Produced };
    hexes: { [key in HexId]?: { [key in Colour]?: number } };
  }

  /** A question for people, answered by an input `answer` with its `number` and the answer's position. */
  interface QuestionShown {
    number: number;
    word: string;
    fields: AskedFields | DiceGameAsked;
    answers: AnswerShown[];
    /** How many pictures belong to it (`/api/questions/pictures`). */
    pictures: number;
  }

  /** The reason of a refusal, in the visitor's language. */
  interface Refused {
    error: string;
  }

  type Resource = "lumber" | "brick" | "wool" | "grain" | "ore";

  interface RevealVictoryPoints {
    kind: "reveal_victory_points";
    player: Colour;
    count: number;
  }

  interface Rob {
    kind: "steal";
    colour: Colour;
    from: Colour[];
  }

  /** Number of cards blocked by the robber, by player and by hex. */
  interface RobberCost {
    players: { [key in Colour]?: number };
    hexes: { [key in HexId]?: number };
  }

  interface Roll {
    kind: "roll";
    player: Colour;
    dice: Dice;
  }

  /** Roll the dice. `again`: a seven of the first rounds was void by a house rule. `fresh`: the game was just joined in progress, and the dice may have been rolled before that. */
  interface RollNow {
    kind: "roll";
    colour: Colour;
    again: boolean;
    fresh: boolean;
  }

  /** A change of the rules that a line breaks. */
  interface RulesDiffer {
    what: "violations";
    entry: number;
    event: BaseEvent | DiceGameEvent | SpotItEvent;
    before: string[];
    after: string[];
  }

  /** The last score. */
  interface ScoredLast {
    game: GameNumber;
    points: { [key in TeamColour]?: number };
  }

  /** The inputs that the rules allow a player now, judged by that player's knowledge. */
  interface SeatActions {
    discard: number;
    rob: Colour[];
    robbed_by: Colour | null;
    build: Builds;
    buy: DevelopmentCard[];
    play: DevelopmentCard[];
    reveal: number;
    trade: Colour[];
    gifts: boolean;
    maritime: { [key in "lumber" | "brick" | "wool" | "grain" | "ore"]?: number } | null;
    show_hand: boolean;
    end_turn: boolean;
    claim: boolean;
  }

  type SeatInput = BaseSeatInput;

  /** The public snapshot with one player's private view as `seat`; null: nobody plays that colour. */
  interface SeatSnapshot {
    /** Changes each time the table starts. */
    epoch: string;
    /** Only increases within an epoch. */
    version: number;
    /** Seconds since the game began, at the time of this snapshot. */
    t: number;
    /** The board's rotation in the camera's picture, in degrees. */
    camera_turn: number | null;
    sources: SourceShown[];
    notices: Sentence[];
    questions: QuestionShown[];
    offers: OfferShown[];
    game: BaseGameOn | DiceGameGameOn | SpotItGameOn | null;
    seat: SeatView | null;
  }

  /** A player's seat; `at_first`: the colour first recorded for this seat, where that was corrected. */
  interface SeatTaken {
    name?: string;
    colour: Colour;
    at_first?: Colour | null;
  }

  /** A player's private view, in addition to the public one. */
  interface SeatView {
    colour: Colour;
    name: string;
    on_turn: boolean;
    hand: OwnHand;
    development_cards: OwnDevelopmentCards[];
    points: OwnPoints;
    takes: KnownCards;
    to_name: (NameBought | NameStolen | NameDiscarded)[];
    may: SeatActions;
  }

  /** The player in a seat. */
  interface SeatedPlayer {
    name: string;
    colour: Colour;
  }

  /** A text for people. */
  type Sentence = string | TranslatableSentence;

  /** The pieces that a player has drawn in; `spent`: knights that turned a die. */
  interface SheetFilled {
    built: { [key in "road" | "settlement" | "city" | "knight"]?: string[] };
    spent: string[];
  }

  /** A hex of the sheet. */
  interface SheetHex {
    /** On the sheet, in sides of a hex; y to the south. */
    at: [number, number];
    corners: [number, number][];
    terrain: string;
  }

  /** The place of a knight; a joker's resource is null. */
  interface SheetKnight {
    /** The id of a place on the sheet. */
    id: string;
    /** On the sheet, in sides of a hex; y to the south. */
    at: [number, number];
    resource: Resource | null;
  }

  type SheetPiece = "road" | "settlement" | "city" | "knight";

  /** The drawing of a road. */
  interface SheetRoad {
    /** The id of a place on the sheet. */
    id: string;
    ends: [number, number][];
  }

  /** The place of a settlement or a city. */
  interface SheetSite {
    /** The id of a place on the sheet. */
    id: string;
    /** On the sheet, in sides of a hex; y to the south. */
    at: [number, number];
  }

  interface ShowHand {
    kind: "show_hand";
    player: Colour;
    resources: Cards;
    counted?: boolean | null;
  }

  /** A player's cards when joining a game in progress; a null hand is unknown. */
  interface SideShown {
    colour: Colour;
    hand?: Cards | null;
    development_cards?: number;
    played?: DevelopmentCards;
  }

  type SiteId = string;

  /** The public view of a table. `epoch` and `version` together identify it. */
  interface Snapshot {
    /** Changes each time the table starts. */
    epoch: string;
    /** Only increases within an epoch. */
    version: number;
    /** Seconds since the game began, at the time of this snapshot. */
    t: number;
    /** The board's rotation in the camera's picture, in degrees. */
    camera_turn: number | null;
    sources: SourceShown[];
    notices: Sentence[];
    questions: QuestionShown[];
    offers: OfferShown[];
    game: BaseGameOn | DiceGameGameOn | SpotItGameOn | null;
  }

  /** The health of a source. */
  interface SourceShown {
    name: string;
    health: string;
    text: Sentence;
  }

  interface SpotItChange {
    players?: TeamSeat[];
    options?: SpotItOptionsChosen;
    game?: number;
    first_out?: TeamColour[];
    counts?: { [key in TeamColour]?: number };
    captured?: { [key in TeamColour]?: number };
  }

  interface SpotItConfirm {
    kind: "confirm";
    entry: number;
    about?: AboutShown;
    turn?: number;
  }

  interface SpotItCorrectBefore {
    kind: "correct";
    before: number;
    event: SpotItSaidEvent;
    about?: AboutShown;
    turn?: number;
  }

  interface SpotItCorrectEntry {
    kind: "correct";
    entry: number;
    event: SpotItSaidEvent | null;
    about?: AboutShown;
    turn?: number;
  }

  interface SpotItCorrectFields {
    kind: "correct";
    entry: number;
    change: SpotItChange;
    about?: AboutShown;
    turn?: number;
  }

  /** A difference that an input would make: in `winners`, the current `game`, or a team's `points`. */
  interface SpotItDifference {
    what: "winners" | "game" | "points";
    colour?: TeamColour;
    before: number | TeamColour[] | null;
    after: number | TeamColour[] | null;
  }

  type SpotItEvent = SpotItMatchStarted | SpotItGameScored | SpotItRoundScored;

  /** The game in progress, with the last lines of its log in its view's `log`, and `redo`. */
  interface SpotItGameOn {
    id: number;
    kind: "spot_it";
    /** Number of the last entry. */
    newest: number;
    view: SpotItGameView;
  }

  interface SpotItGameScored {
    kind: "game_scored";
    game: number;
    first_out: TeamColour[];
    counts: { [key in TeamColour]?: number };
  }

  /** A game with its summary. */
  interface SpotItGameTold {
    game: number;
    /** Its identity in every journal, export and play log. */
    uuid: string;
    kind: "spot_it";
    name: Sentence;
    started: string;
    imported: boolean;
    elsewhere: Elsewhere;
    /** Whether its rolls can be downloaded as a CSV file. */
    lists_rolls: boolean;
    summary: SpotItSummary;
  }

  /** The public view of a match, with all results so far. */
  interface SpotItGameView {
    phase: "play" | "over";
    /** Null if several share the victory. */
    winner: TeamColour | null;
    winners: TeamColour[];
    mode: string;
    game_on: GameNumber;
    players: TeamView[];
    exchanges: Exchange[];
    /** Of game 5. */
    round: number | null;
    rounds: number | null;
    options: SpotItOptions;
    counted: number;
    last: ScoredLast | null;
    /** The results of all scored games and rounds. */
    games: GameCounted[];
    /** The awards of a finished match. */
    awards: Award[];
    log: SpotItLine[];
    /** Whether the last undo can be redone. */
    redo: boolean;
  }

  type SpotItInput = EnterGameScored | EnterRoundScored | SpotItUndo | SpotItRedo | SpotItConfirm | SpotItCorrectEntry | SpotItCorrectFields | SpotItCorrectBefore;

  /** A line of the log: the event, its source and certainty, the rules that it breaks. */
  interface SpotItLine {
    /** The entry that first recorded it. */
    number: number;
    /** The entry with its latest version. */
    as_of: number;
    /** Seconds since the game began. */
    t: number;
    source: string;
    certainty: number;
    /** The rules that it breaks. */
    violations: string[];
    event: SpotItEvent;
  }

  interface SpotItMatchStarted {
    kind: "game_started";
    players: TeamSeat[];
    options: SpotItOptions;
  }

  interface SpotItNewGame {
    players: TeamSeat[];
    game: "spot_it";
    /** Quit the game in progress. */
    abandon?: boolean;
    about?: AboutShown;
    options?: SpotItOptionsChosen | null;
  }

  /** The options of a match (`MatchOptions`). */
  interface SpotItOptions {
    mode: "discovery" | "adventure";
    game: GameNumber;
    alone: TeamColour | null;
    two_against_one: "no_adjustment" | "as_of_five";
    both_out: "both" | "neither";
    pile_out: "match_ends" | "shuffle_again";
  }

  interface SpotItOptionsChosen {
    mode?: "discovery" | "adventure";
    game?: 1 | 2 | 3 | 4 | 5;
    alone?: "blue" | "orange" | "red" | null;
    two_against_one?: "no_adjustment" | "as_of_five";
    both_out?: "both" | "neither";
    pile_out?: "match_ends" | "shuffle_again";
  }

  interface SpotItRedo {
    kind: "redo";
    about?: AboutShown;
    turn?: number;
  }

  interface SpotItRoundScored {
    kind: "round_scored";
    captured: { [key in TeamColour]?: number };
  }

  type SpotItSaidEvent = SpotItSaidMatchStarted | SpotItSaidGameScored | SpotItSaidRoundScored;

  interface SpotItSaidGameScored {
    kind: "game_scored";
    game: number;
    first_out: TeamColour[];
    counts: { [key in TeamColour]?: number };
  }

  interface SpotItSaidMatchStarted {
    kind: "game_started";
    players: TeamSeat[];
    options?: SpotItOptionsChosen;
  }

  interface SpotItSaidRoundScored {
    kind: "round_scored";
    captured: { [key in TeamColour]?: number };
  }

  /** The summary of a match; `solo`: the team whose counts are doubled in games 1 to 4. */
  interface SpotItSummary {
    players: TeamStanding[];
    winner: TeamColour | null;
    winners: TeamColour[];
    turns: number;
    /** The number of scored games and rounds, as a text. */
    played: Sentence;
    seconds: number;
    mode: string;
    solo: TeamColour | null;
    games: GameCounted[];
    points: TeamPoints[];
    awards: Award[];
  }

  interface SpotItUndo {
    kind: "undo";
    about?: AboutShown;
    turn?: number;
  }

  /** A settlement and its starting resources. */
  interface StarredSettlement {
    at: IntersectionId;
    cards: KnownCards;
  }

  interface Steal {
    kind: "steal";
    player: Colour;
    from: Colour | null;
    resource: Resource | null;
  }

  /** An answer that a step offers; the page sends it as `{"word": word}`. */
  interface StepChoice {
    word: string;
    text: Sentence;
    /** Whether it is the usual answer. */
    usual: boolean;
  }

  /** The result of a repeated step; `but`: a reservation, if it isn't final. */
  interface StepRepeated {
    name: string;
    title: Sentence;
    state: StepState;
    text: Sentence;
    but: Sentence;
  }

  type StepState = "to_do" | "looking" | "good" | "wrong" | "skipped";

  /** A step and its state; `about`: its findings, which differ for each step. */
  interface StepView {
    name: string;
    title: Sentence;
    state: StepState;
    text: Sentence;
    choices: StepChoice[];
    more: Sentence[];
    about: { [key: string]: any };
  }

  /** Actual and expected number of rolls with a sum. */
  interface SumRolled {
    sum: number;
    rolled: number;
    expected: number;
  }

  interface TakeInstead {
    kind: "take_instead";
    player: Colour;
    resources: Cards;
  }

  interface TakeStartingResources {
    kind: "take_starting_resources";
    player: Colour;
    at: IntersectionId;
  }

  interface TakeUp {
    kind: "take_up";
    on_turn: Colour;
    sides: SideShown[];
    pieces: PieceStands[] | null;
    robber: HexId | null;
    longest_road: Colour | null;
    largest_army: Colour | null;
    rolled?: boolean | null;
  }

  /** Enter the cards on the table, and let the camera read the pieces. */
  interface TakeUpGame {
    kind: "take_up";
  }

  /** Cards that a player takes. */
  interface Takes {
    colour: Colour;
    cards: KnownCards;
  }

  /** The questions about a game already in progress; `on_turn`: the active player's colour. */
  interface TakingUp {
    on_turn: Sentence;
    sides: CountedSide[];
  }

  type TeamColour = "blue" | "orange" | "red";

  /** All teams' points after a number of games and rounds. */
  interface TeamPoints {
    turn: number;
    points: { [key in TeamColour]?: number };
  }

  /** A team: its name and the colour of its cards. */
  interface TeamSeat {
    name: string;
    colour: TeamColour;
  }

  /** A team's final standing. */
  interface TeamStanding {
    name: string;
    colour: TeamColour;
    points: number;
  }

  /** A team. `alone`: the adjustments for the solo team apply; `cards`: number of cards to take for this game. */
  interface TeamView {
    name: string;
    colour: TeamColour;
    points: number;
    alone: boolean;
    cards: number | null;
  }

  type Terrain = "hills" | "forest" | "pasture" | "fields" | "mountains" | "desert";

  /** Number of trades by pair of players, and with the bank. */
  interface TradeCounts {
    domestic: { [key in Colour]?: { [key in Colour]?: number } };
    maritime: { [key in Colour]?: number };
  }

  /** A text for people that can be translated. `template` is the key of the catalogue and `fields` its values; `plural` and `number` are present if a number selects the template. */
  interface TranslatableSentence {
    text: string;
    template: string;
    fields: { [key: string]: Sentence | number };
    plural?: string;
    number?: number;
  }

  /** The corners of the area in which the dice settle, in order. */
  interface TrayDrawn {
    inside: [number, number][];
  }

  interface UnseenRoll {
    kind: "unseen_roll";
    player: Colour;
  }

  /** The pages' texts in a language, by their English; a list where there are plural forms. `forms`: the index of the plural form for each category of `Intl.PluralRules`. */
  interface Words {
    forms: { [key: string]: number };
    texts: { [key: string]: string | string[] };
  }
}
