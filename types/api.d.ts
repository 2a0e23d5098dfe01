// What pages get and send, as types: written by `make types` from what the code declares. Not to be edited.

declare namespace Api {
  /** What an input is about, as it was shown to whoever enters it. Where that is over, it is refused, and what was told already since is confirmed. All of it may be left out. */
  interface AboutShown {
    /** The game, by its `id`. */
    game?: number;
    /** The turn; of a `roll`, the one that it is the roll of. */
    turn?: number;
    /** The last entry that was shown: `newest`. */
    after?: number;
    /** Of a line that is corrected: its `as_of`. */
    as_of?: number;
  }

  /** An answer that can be given: a word that pages have a sentence for, and what it is made with. */
  interface AnswerShown {
    word: string;
    fields: AskedFields;
  }

  /** An answer to the step that is on. */
  interface AnswerToStep {
    step: string;
    answer: ChoiceTaken | CameraNamed | TrayDrawn | HexCorrected | HarborCorrected | PlayersSeated;
  }

  /** How the game began that was played last: its kind, who sat there in seat order, and its options. */
  interface AsLastTime {
    kind: string;
    players: Expected[];
    options: { [key: string]: string | number | boolean | null };
  }

  /** What the sentences of questions and answers are made with; which of it, by the word. */
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
  }

  /** What is true of one player alone at the end of a game: what that is called, and how much it was. */
  interface Award {
    title: Sentence;
    colour: Colour;
    told: Sentence;
  }

  /** What can be entered now by the rules, as everybody knows it: all of it in play, else nothing. */
  interface BaseActions {
    /** Whose trade or purchase is meant unless somebody is named. */
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
    /** By a house rule who is on turn wins only on saying so. */
    claim?: boolean;
    discard?: { [key in Colour]?: number };
    /** Null: nobody may be robbed too. */
    rob?: (Colour | null)[];
    /** The bank's rates. */
    maritime?: { [key in Colour]?: { [key in "lumber" | "brick" | "wool" | "grain" | "ore"]?: number } };
    gives?: { [key in Colour]?: Gives };
  }

  interface BaseChange {
    players?: SeatTaken[];
    options?: BaseOptions;
    who_begins?: { [key in Colour]?: number }[] | null;
    layout?: Island | IslandSaid;
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

  /** What an input would change: of what, or of whom or where, and what it was and would be. Numbers of a player's `points`, `cards`, `development_cards` and `knights`; the `hand`, null where hands are hidden; `winner`, `on_turn`, `longest_road` and `largest_army`; the `turn`; the `roll`'s dice; the `robber`'s hex; a `piece` at a site. */
  interface BaseDifference {
    what: "winner" | "longest_road" | "largest_army" | "on_turn" | "turn" | "roll" | "robber" | "points" | "cards" | "development_cards" | "knights" | "hand" | "piece";
    colour?: Colour;
    at?: SiteId;
    before: number | string | Dice | PieceChanged | KnownCards | null;
    after: number | string | Dice | PieceChanged | KnownCards | null;
  }

  type BaseEvent = GameStarted | LayoutSet | LayoutEntered | FirstPlayerChosen | PlaceRoad | PlaceSettlement | PlaceCity | TakeStartingResources | Roll | UnseenRoll | TakeInstead | Discard | MoveRobber | Steal | DomesticTrade | MaritimeTrade | BuyDevelopmentCard | PlayDevelopmentCard | RevealVictoryPoints | ClaimVictory | EndGame | LeaveTable | ComeBack | ShowHand | TakeUp | EndTurn;

  /** The game that is on, with the last lines of its story in its view's `log`. */
  interface BaseGameOn {
    id: number;
    kind: "base";
    /** Number of the last entry that was told. */
    newest: number;
    view: BaseGameView;
  }

  /** A game looked back on. */
  interface BaseGameTold {
    game: number;
    kind: "base";
    name: Sentence;
    started: string;
    imported: boolean;
    elsewhere: Elsewhere;
    /** Whether its rolls can be had one by one, as a CSV file. */
    lists_rolls: boolean;
    summary: BaseSummary;
  }

  /** What everybody may see of a game. */
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
    /** How the island departs from what the box holds. */
    departures: Sentence[];
    doubtful: HexId[];
    robber: HexId | null;
    pieces: PieceStands[];
    roll: BaseRolled | null;
    /** What the table waits for, in the order in which it is done. */
    to_do: (ConfirmIsland | LayIsland | TakeUpGame | Found | OweDiscard | MayOweDiscard | MoveRobberNow | RollNow | Rob | BuildFreeRoads)[];
    may: BaseActions;
    development_cards_left: number;
    /** Of the deck of rolls; null: the table rolls with dice. */
    roll_cards_left: number | null;
    /** Probability that who is on turn has won with cards face down. */
    may_have_won: number;
    winner: Colour | null;
    points_to_win: number;
    /** Somebody plays for the first time: the pages say what comes next, and why. */
    explained: boolean;
    /** That a turn may take; null: as long as it takes. */
    turn_seconds: number | null;
    /** Several where a game was ended at which they had as many points. */
    winners: Colour[];
    /** Why it ended before somebody had enough points. */
    ended: "agreement" | "time" | null;
    /** Seconds since the game began. */
    turn_began: number | null;
    /** Seconds that each had in reserve as the turn that is on began; null: the table plays without. */
    reserves: { [key in Colour]?: number } | null;
    /** Who takes which starting resources. */
    dealt: Takes[];
    last_roll: BaseRolled | null;
    /** What was true of one player alone, once the game is over. */
    awards: Award[];
    log: BaseLine[];
  }

  type BaseInput = EnterFirstPlayerChosen | EnterTakeStartingResources | EnterRoll | EnterMoveRobber | EnterSteal | EnterDomesticTrade | EnterMaritimeTrade | EnterBuyDevelopmentCard | EnterRevealVictoryPoints | EnterClaimVictory | EnterLeaveTable | EnterComeBack | EnterShowHand | EnterEndTurn | EnterEndGame | EnterTakeUp | EnterPlaceRoad | EnterPlaceSettlement | EnterPlaceCity | EnterDiscard | EnterPlayDevelopmentCard | EnterLayIsland | EnterTakeInstead | EnterBankRanOut | EnterRolledBefore | EnterDrawRoll | BaseUndo | BaseConfirm | BaseCorrectEntry | BaseCorrectFields | BaseCorrectBefore | CorrectLayout | EnterWhoseKnight | EnterNoRoll | EnterAnotherRoll;

  /** A line of the story: what happened, who said so, how sure, the rules that it broke. */
  interface BaseLine {
    /** Of the entry that told it first. */
    number: number;
    /** Of the entry that told it as it stands. */
    as_of: number;
    /** Seconds since the game began. */
    t: number;
    source: string;
    certainty: number;
    /** The rules that it broke. */
    violations: string[];
    event: BaseEvent;
  }

  interface BaseNewGame {
    players: SeatTaken[];
    game: "base";
    /** Give up the game that is on. */
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

  /** A player, as everybody sees. */
  interface BasePlayer {
    cards: number;
    /** The least and the most. */
    cards_between: [number, number];
    cards_certain: boolean;
    cards_likely: boolean;
    certain: boolean;
    probability: number;
    hand: KnownCards | null;
    /** Tells the player from the others, however name and colour are corrected. */
    id: Colour;
    name: string;
    colour: Colour;
    /** The player has left; pieces and cards stay. */
    resting: boolean;
    points: number;
    development_cards: number;
    knights: number;
    road_length: number;
    longest_road: boolean;
    largest_army: boolean;
    left: Left;
  }

  /** A roll and what it gave; `shortage`: resources of which the bank has not enough for everybody. `again`: by a house rule it doesn't count and is rolled again. */
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
    layout: IslandSaid;
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

  /** A player of a game looked back on. */
  interface BaseStanding {
    name: string;
    colour: Colour;
    points: number;
    of: PointsOf;
    road_length: number;
    knights: number;
  }

  /** A game looked back on; the winner first, then by points. */
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
    trades: TradesTold;
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

  /** A game, by its number, and the version that shows it. */
  interface Begun {
    game: number;
    version: number;
  }

  /** What the finished games of a kind say of those who played. */
  interface BookOfKind {
    kind: string;
    name: Sentence;
    games: number;
    players: PlayerHistory[];
    meetings: Meeting[];
    habits: Habit[];
  }

  /** Build roads that a card gives. */
  interface BuildFreeRoads {
    kind: "free_roads";
    colour: Colour;
    count: number;
    sites: PathId[];
  }

  /** Where somebody may build by the rules what the hand may pay for, by what whoever is told it knows. */
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

  /** The guided calibration; what may be left out is of a table that plays. */
  interface CalibrationView {
    version: number;
    /** The table isn't watched yet: this comes first. */
    leads?: boolean;
    /** The step that is on. */
    current: string | null;
    /** Whether there is a live picture. */
    picture: boolean;
    steps: StepView[];
    /** The step that is repeated; null: the table is watched. */
    repeats?: string | null;
    /** What the table isn't watched with meanwhile. */
    lent?: string[];
    /** How the step that was repeated last came out. */
    last?: StepRepeated | null;
  }

  /** The camera that hangs over the table, as its system calls it. */
  interface CameraNamed {
    camera: string;
  }

  /** How many cards of each kind; `unidentified` where nobody says which. None of those left out. */
  type Cards = { [key in "lumber" | "brick" | "wool" | "grain" | "ore" | "unidentified"]?: number };

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

  /** What can be played, who played, what was left. */
  interface Choices {
    games: PlayedKind[];
    /** The game played last; null: none was, or it doesn't say so. */
    last: AsLastTime | null;
    names: string[];
    /** Who is expected to play, in seat order. */
    seated: Expected[];
    unfinished: GameInShort[];
    /** Whether anything happened in the game that is on: one to go on with later. */
    begun: boolean;
  }

  interface ClaimVictory {
    kind: "claim_victory";
    player: Colour;
  }

  /** What time it is at the table, and by the server. */
  interface Clock {
    /** Seconds since the game began. */
    t: number;
    /** Another one each time the server starts. */
    run: string;
    /** Seconds since it did. */
    up: number;
  }

  /** A coastal path. */
  type CoastId = "p0,-5" | "p1,-5" | "p2,-5" | "p3,-5" | "p4,-5" | "p5,-5" | "p5,-4" | "p5,-3" | "p5,-2" | "p5,-1" | "p5,0" | "p4,1" | "p3,2" | "p2,3" | "p1,4" | "p0,5" | "p-1,5" | "p-2,5" | "p-3,5" | "p-4,5" | "p-5,5" | "p-5,4" | "p-5,3" | "p-5,2" | "p-5,1" | "p-5,0" | "p-4,-1" | "p-3,-2" | "p-2,-3" | "p-1,-4";

  type Colour = "red" | "blue" | "orange" | "white" | "green" | "brown";

  interface ComeBack {
    kind: "come_back";
    player: Colour;
  }

  /** Say whether an island that was read is right; `doubtful`: hexes of which one box can't hold all. */
  interface ConfirmIsland {
    kind: "confirm_island";
    entry: number;
    doubtful: HexId[];
  }

  interface CorrectLayout {
    kind: "correct";
    layout: IslandSaid;
    about?: AboutShown;
    turn?: number;
  }

  /** What is counted before each player of a game that is taken up; empty where nobody knows how much. The counts are given in `taken_up`, by `name` and by colour: each alone, or as that many `of` a kind. `labels`: one for each seat, `short`: where the seat is plain. */
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

  /** What is entered of dice that people say: an input that lacks the dice, or whose event does. */
  interface DiceAsked {
    kind: "roll" | "correct";
    entry?: number;
    event?: { [key: string]: any };
  }

  type DiceFace = "lumber" | "brick" | "wool" | "grain" | "ore" | "gold";

  /** What the player on turn can do by the rules: all of it in play, else nothing. */
  interface DiceGameActions {
    throw?: boolean;
    use_knight?: string[];
    build?: { [key in "road" | "settlement" | "city" | "knight"]?: string[] };
    /** Null: the dice weren't entered. */
    pay?: { [key in "road" | "settlement" | "city" | "knight"]?: boolean | null };
    end_turn?: boolean;
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
    /** What was thrown for who begins: a round each, sums of two dice by colour. */
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

  /** What an input would change: of what, or of whom, and what it was and would be. `points` and `route` are numbers; `built` and `spent` ids on the sheet; `dice` faces; else a colour or the turn. */
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

  /** The game that is on, with the last lines of its story in its view's `log`. */
  interface DiceGameGameOn {
    id: number;
    kind: "dice_game";
    /** Number of the last entry that was told. */
    newest: number;
    view: DiceGameGameView;
  }

  interface DiceGameGameStarted {
    kind: "game_started";
    players: SeatTaken[];
    options: DiceGameOptions;
    /** What was thrown for who begins: a round each, sums of two dice by colour. */
    who_begins?: { [key in Colour]?: number }[];
  }

  /** A game looked back on. */
  interface DiceGameGameTold {
    game: number;
    kind: "dice_game";
    name: Sentence;
    started: string;
    imported: boolean;
    elsewhere: Elsewhere;
    /** Whether its rolls can be had one by one, as a CSV file. */
    lists_rolls: boolean;
    summary: DiceGameSummary;
  }

  /** What everybody sees of a game: all. */
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
    /** What was true of one player alone, once the game is over. */
    awards: Award[];
    log: DiceGameLine[];
  }

  type DiceGameInput = DiceGameEnterThrow | DiceGameEnterUseKnight | DiceGameEnterBuild | DiceGameEnterEndTurn | DiceGameUndo | DiceGameConfirm | DiceGameCorrectEntry | DiceGameCorrectFields | DiceGameCorrectBefore;

  /** A line of the story: what happened, who said so, how sure, the rules that it broke. */
  interface DiceGameLine {
    /** Of the entry that told it first. */
    number: number;
    /** Of the entry that told it as it stands. */
    as_of: number;
    /** Seconds since the game began. */
    t: number;
    source: string;
    certainty: number;
    /** The rules that it broke. */
    violations: string[];
    event: DiceGameEvent;
  }

  interface DiceGameNewGame {
    players: SeatTaken[];
    game: "dice_game";
    /** Give up the game that is on. */
    abandon?: boolean;
    about?: AboutShown;
    options?: DiceGameOptionsChosen | null;
    who_begins?: { [key in Colour]?: number }[] | null;
  }

  /** How this table plays; null: the printed road counts as the sheet says. */
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

  /** A player, and what is drawn in on the own sheet. */
  interface DiceGamePlayer {
    name: string;
    colour: Colour;
    /** Tells the player from the others, however name and colour are corrected. */
    id: Colour;
    points: number;
    of: { [key in "settlement" | "city" | "longest_route" | "most_knights"]?: number };
    route: number;
    knights: number;
    built: { [key in "road" | "settlement" | "city" | "knight"]?: string[] };
    spent: string[];
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
    /** What was thrown for who begins: a round each, sums of two dice by colour. */
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

  /** The sheet that everybody fills in. `cross`: the road with the cross as this table counts the route; null where the sheet ends before. */
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
    /** How long the longest route has to be. */
    route: number;
    cross: string | null;
  }

  /** A player of a game looked back on. */
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

  /** A game looked back on; the winner first, then by points. */
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

  /** The dice of the turn that is on; null: nobody entered them. `left`: those that aren't spent yet. */
  interface DiceLie {
    count: number;
    lie: DiceFace[] | null;
    left: DiceFace[] | null;
    throws: number;
    throws_left: number;
  }

  /** The dice against what was to be expected; who rolled the sevens. `sums_alone`: of how many rolls nobody said the faces. */
  interface DiceRolled {
    rolls: number;
    sums_alone: number;
    sums: SumRolled[];
    sevens: { [key in Colour]?: number };
  }

  /** Of two dice the sum alone: nobody said the faces. */
  interface DiceSum {
    sum: number;
  }

  /** The throws that began a turn. */
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

  /** How long turns took: on average by colour, and the longest. */
  interface Durations {
    mean: { [key in Colour]?: number };
    longest: LongTurn[];
  }

  /** Rules that differ in options; these are those of this edition, by name. */
  interface Edition {
    name: string;
    label: Sentence;
    options: { [key: string]: string | number | boolean | null };
  }

  /** What programs know a play by in which people keep what they played. */
  interface Elsewhere {
    /** The name that the game is published by. */
    name: string;
    /** Its number at BoardGameGeek, if that is known. */
    bgg: number | null;
    /** Who began; null: nobody did, or nobody says. */
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
    /** How many games and rounds had been counted when somebody began to say it. */
    after?: number;
    game?: number;
  }

  interface EnterLayIsland {
    kind: "lay_island";
    as?: "entered" | "first_game" | "drawn" | "spiral" | "frame";
    /** The corner at which the tokens' spiral begins. */
    from?: HexId;
    clockwise?: boolean;
    /** The frame's pieces, clockwise from the top side. */
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
    given?: { [key in Colour]?: number } | null;
    resources?: Cards | null;
    resource?: Resource | null;
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
    /** How many games and rounds had been counted when somebody began to say it. */
    after?: number;
  }

  interface EnterShowHand {
    kind: "show_hand";
    resources: Cards;
    about?: AboutShown;
    turn?: number;
    player?: Colour;
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

  /** Who is expected to play. */
  interface Expected {
    name: string;
    colour: Colour;
  }

  /** A finished game as the file that `companion import` takes. */
  interface Export {
    format: string;
    version: number;
    game: ExportedGame;
    entries: ExportedEntry[];
  }

  /** An entry of the journal; `body`: as docs/journal.md says. */
  interface ExportedEntry {
    number: number;
    group: number;
    t: number;
    source: string;
    certainty: number;
    body: { [key: string]: any };
    token: string | null;
  }

  /** Which game was exported. */
  interface ExportedGame {
    kind: string;
    started: string;
  }

  /** How often a face was thrown, and was to be expected. */
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
    /** Who else may begin. */
    or?: Colour[];
  }

  type Game = BaseGameTold | DiceGameGameTold | SpotItGameTold;

  /** A game that was left, to go on with; `abandon`: give up the one that is on. */
  interface GameChosen {
    game: number;
    abandon?: boolean;
    about?: AboutShown;
  }

  /** What a game, or a round of game 5, was worth: by colour, as counted, as scored and in all. */
  interface GameCounted {
    game: GameNumber;
    first_out: TeamColour[];
    counts: { [key in TeamColour]?: number };
    points: { [key in TeamColour]?: number };
    totals: { [key in TeamColour]?: number };
  }

  /** A game that was played, in short; one that can't be shown says why it is `unreadable`. */
  interface GameInShort {
    game: number;
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
    /** How much was played, where that isn't told by turns. */
    played?: Sentence;
  }

  type GameNumber = 1 | 2 | 3 | 4 | 5;

  interface GameStarted {
    kind: "game_started";
    players: SeatTaken[];
    options: BaseOptions;
    who_begins?: { [key in Colour]?: number }[] | null;
  }

  /** The most that a player can give; null where that isn't certain, or isn't shown. */
  interface Gives {
    cards: number | null;
    resources: KnownCards | null;
  }

  /** What players have more or less of, who has most first; `told`: who that is, where it is one alone. */
  interface Habit {
    title: Sentence;
    told: Sentence | null;
    values: HabitOf[];
  }

  /** How much of something a player has, a game, over so many games. */
  interface HabitOf {
    name: string;
    value: number;
    games: number;
  }

  /** Which harbor lies at a coastal path; none: null. */
  interface HarborCorrected {
    path: string;
    harbor?: string | null;
  }

  type HarborKind = "generic" | "brick" | "lumber" | "wool" | "grain" | "ore";

  /** What lies on a hex; no token: null. */
  interface HexCorrected {
    hex: string;
    terrain?: string;
    number?: number | null;
  }

  /** What was said of a hex. */
  interface HexEntered {
    terrain?: Terrain | null;
    number?: number | null;
  }

  type HexId = "h0,-2" | "h1,-2" | "h2,-2" | "h-1,-1" | "h0,-1" | "h1,-1" | "h2,-1" | "h-2,0" | "h-1,0" | "h0,0" | "h1,0" | "h2,0" | "h-2,1" | "h-1,1" | "h0,1" | "h1,1" | "h-2,2" | "h-1,2" | "h0,2";

  /** What lies on a hex; no token: null. */
  interface HexLies {
    terrain: Terrain;
    number: number | null;
  }

  type Input = EnterAnswer | BaseInput | DiceGameInput | SpotItInput;

  type IntersectionId = string;

  /** What lies on the island: hexes by their ids, harbors by their coastal paths. */
  interface Island {
    hexes: { [key in HexId]?: HexLies };
    harbors: { [key in CoastId]?: HarborKind };
  }

  /** An island that isn't laid yet, as far as it was said. */
  interface IslandEntered {
    hexes: { [key in HexId]?: HexEntered };
    harbors: { [key in CoastId]?: HarborKind };
    missing: IslandMissing;
  }

  /** What is missing of an island that is being entered: hexes, and harbors of each kind. */
  interface IslandMissing {
    hexes: HexId[];
    harbors: { [key in HarborKind]?: number };
  }

  /** What is said of an island that isn't laid yet, or of what lies otherwise; no harbor: null. */
  interface IslandSaid {
    hexes?: { [key in HexId]?: HexEntered };
    harbors?: { [key in CoastId]?: HarborKind | null };
  }

  /** Cards of a hand by kind. Below zero `unidentified`: so many of the others are gone, nobody said which. */
  type KnownCards = { [key in "lumber" | "brick" | "wool" | "grain" | "ore" | "unidentified"]?: number };

  /** Lay the island, bit by bit, by a diagram or, where it can be drawn, by lot. */
  interface LayIsland {
    kind: "lay_island";
    missing: MissingCounts;
    editions: string[];
    draw: boolean;
  }

  interface LayoutEntered {
    kind: "layout_entered";
    layout: IslandSaid;
  }

  interface LayoutSet {
    kind: "layout_set";
    layout: Island;
  }

  interface LeaveTable {
    kind: "leave_table";
    player: Colour;
  }

  /** Pieces that are left in a player's supply. */
  interface Left {
    road: number;
    settlement: number;
    city: number;
  }

  /** What a hand may be. */
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

  /** Discard as many, for whoever holds more than the limit, which nobody told. */
  interface MayOweDiscard {
    kind: "may_discard";
    colour: Colour;
    /** The least and the most. */
    between: [number, number];
    count: number;
    limit: number;
  }

  /** Two who played together: who came out ahead how often. */
  interface Meeting {
    one: string;
    other: string;
    games: number;
    one_ahead: number;
    other_ahead: number;
  }

  /** How much of an island is missing. */
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

  /** Move the robber; `spared`: hexes to which a friendly robber isn't moved, and whom it spares there. */
  interface MoveRobberNow {
    kind: "move_robber";
    colour: Colour;
    spared: { [key in HexId]?: Colour[] };
  }

  /** A card that was bought can be named. */
  interface NameBought {
    what: "card_bought";
    entry: number;
    among: DevelopmentCard[];
  }

  /** Cards that were discarded can be named. */
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

  /** An offer of trade; `to`: one player, or null for all who may take it. */
  interface NewOffer {
    /** How many cards of each kind. */
    give: { [key: string]: number };
    /** How many cards of each kind. */
    take: { [key: string]: number };
    to?: Colour | null;
    about?: AboutShown;
  }

  /** An offer of trade for a player. */
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

  /** The version that shows it. */
  interface OfferAnswered {
    version: number;
  }

  /** The offer that was made. */
  interface OfferMade {
    offer: number;
    version: number;
  }

  /** An offer of trade that is open. */
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

  /** An option of a new game, as people choose it. A `choice` has `values`, pairs of a value and its words, a `number` its `least` and `most`. `usual`: what it is unless people say otherwise, where that is no matter of the edition; `for_newcomers`: it is on where nobody has played before. */
  interface OfferedOption {
    name: string;
    label: Sentence;
    about: Sentence | null;
    /** Few tables play otherwise than their edition says. */
    house_rule: boolean;
    kind: "choice" | "number" | "tick";
    usual?: string | number | boolean | null;
    for_newcomers?: boolean;
    values?: any[];
    least?: number;
    most?: number;
  }

  /** What an input came to, and the version that shows it. */
  interface Outcome {
    told: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    violations: string[];
    taken_back: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    changed: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    already: (BaseEvent | DiceGameEvent | SpotItEvent)[] | null;
    /** Number of the last entry by then. */
    newest: number;
    version: number;
  }

  /** Discard cards because of a seven; `likely`: the number is certain or nearly so. */
  interface OweDiscard {
    kind: "discard";
    colour: Colour;
    /** The least and the most. */
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

  /** Cards face down of one kind; null: nobody named them. */
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

  /** The own hand; where it isn't certain, what else it may be, and how many of each kind. */
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
    about?: AboutShown;
    turn?: number;
  }

  /** The own points. */
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

  /** What a phone that is the camera is told of its picture. */
  interface PictureTaken {
    /** Exposure and focus are to be held from now on. */
    hold: boolean;
    /** What people should know of the phone; empty: nothing. */
    remark: Sentence;
    /** `resting`: nobody asked what is seen. */
    state: "resting" | "looking" | "wrong" | "good";
    /** What is seen, and how to hold the phone. */
    text: Sentence;
    more: Sentence[];
    /** The island's corners in the picture; none: it isn't found. */
    outline: [number, number][];
  }

  /** A piece as it stood, or stands. */
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

  /** A kind of game that can be played, and what can be chosen of it. */
  interface PlayedKind {
    name: Sentence;
    players: number[];
    seats?: string;
    colours: Colour[];
    options: OfferedOption[];
    editions: Edition[];
    /** Left out where no game that is on can be taken up. */
    taken_up?: TakingUp;
    /** Whether dice may say who begins. */
    who_begins?: boolean;
    kind: string;
  }

  /** What the finished games came to for a player. */
  interface PlayerHistory {
    name: string;
    games: number;
    won: number;
    /** On average. */
    points: number;
    best: number;
    last: string;
  }

  /** A player of such a game. */
  interface PlayerInShort {
    name: string;
    /** A colour. */
    colour: string;
    points: number;
  }

  /** Who sits there, in seat order. */
  interface PlayersSeated {
    players: SeatedPlayer[];
  }

  /** Everybody's points at the end of a turn; turn 0: before the first. */
  interface Points {
    turn: number;
    points: { [key in Colour]?: number };
  }

  /** What a player's points are for. */
  interface PointsOf {
    settlement: number;
    city: number;
    longest_road: number;
    largest_army: number;
    victory_point: number;
  }

  /** The same, and the version that it was asked at. */
  interface Preview {
    told: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    violations: string[];
    taken_back: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    changed: (BaseEvent | DiceGameEvent | SpotItEvent)[];
    already: (BaseEvent | DiceGameEvent | SpotItEvent)[] | null;
    /** Number of the last entry by then. */
    newest: number;
    changes: (RulesDiffer | BaseDifference | DiceGameDifference | SpotItDifference)[];
    version: number;
  }

  /** Cards taken for rolls, at the start, and as even dice would have brought them. */
  interface Produced {
    taken: KnownCards;
    starting: number;
    expected: number;
  }

  /** What the island gave, to players and of each hex. */
  interface Production {
    players: { [key in Colour]?: Produced };
    hexes: { [key in HexId]?: { [key in Colour]?: number } };
  }

  /** What only people can say: answered by an input `answer`, with its `number` and the answer's place. */
  interface QuestionShown {
    number: number;
    word: string;
    fields: AskedFields;
    answers: AnswerShown[];
  }

  /** Why not, in the language asked for. */
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

  /** Cards that weren't taken because the robber stood there. */
  interface RobberCost {
    players: { [key in Colour]?: number };
    hexes: { [key in HexId]?: number };
  }

  interface Roll {
    kind: "roll";
    player: Colour;
    dice: Dice;
  }

  /** Roll; `again`: a seven of the first rounds doesn't count, by a house rule; `fresh`: the game was just taken up, and the dice may have been thrown before. */
  interface RollNow {
    kind: "roll";
    colour: Colour;
    again: boolean;
    fresh: boolean;
  }

  /** The rules that a line breaks. */
  interface RulesDiffer {
    what: "violations";
    entry: number;
    event: BaseEvent | DiceGameEvent | SpotItEvent;
    before: string[];
    after: string[];
  }

  /** A text for people that can be said in any language. `template` is the key in that language's words, `fields` what it holds; `plural` and `number` where a number decides. */
  interface SaidSentence {
    text: string;
    template: string;
    fields: { [key: string]: Sentence | number };
    plural?: string;
    number?: number;
  }

  /** What was scored last. */
  interface ScoredLast {
    game: GameNumber;
    points: { [key in TeamColour]?: number };
  }

  /** What a player may enter now, by the rules and by what that player knows. */
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

  /** What everybody sees, and under `seat` what one player alone does; null: nobody plays that colour. */
  interface SeatSnapshot {
    /** Another one each time the table starts. */
    epoch: string;
    /** Only rises within an epoch. */
    version: number;
    /** Seconds since the game began, when this was taken. */
    t: number;
    /** By how many degrees the camera sees the board turned. */
    camera_turn: number | null;
    sources: SourceShown[];
    notices: Sentence[];
    questions: QuestionShown[];
    offers: OfferShown[];
    game: BaseGameOn | DiceGameGameOn | SpotItGameOn | null;
    seat: SeatView | null;
  }

  /** Who sits there; `at_first`: the colour that was said of this seat first, where that was corrected. */
  interface SeatTaken {
    name?: string;
    colour: Colour;
    at_first?: Colour | null;
  }

  /** What one player sees beside what everybody sees. */
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

  /** Who sits there. */
  interface SeatedPlayer {
    name: string;
    colour: Colour;
  }

  /** A text for people. */
  type Sentence = string | SaidSentence;

  /** What a player has drawn in on the own sheet; `spent`: knights that are. */
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

  /** Where a knight is drawn; a joker's resource is null. */
  interface SheetKnight {
    /** The id of a place on the sheet. */
    id: string;
    /** On the sheet, in sides of a hex; y to the south. */
    at: [number, number];
    resource: Resource | null;
  }

  type SheetPiece = "road" | "settlement" | "city" | "knight";

  /** Where a road is drawn. */
  interface SheetRoad {
    /** The id of a place on the sheet. */
    id: string;
    ends: [number, number][];
  }

  /** Where a settlement or a city is drawn. */
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
  }

  /** What lies in front of a player when a game is taken up; a hand that is null: nobody says. */
  interface SideShown {
    colour: Colour;
    hand?: Cards | null;
    development_cards?: number;
    played?: DevelopmentCards;
  }

  type SiteId = string;

  /** All that everybody at the table may see. `epoch` and `version` together name it. */
  interface Snapshot {
    /** Another one each time the table starts. */
    epoch: string;
    /** Only rises within an epoch. */
    version: number;
    /** Seconds since the game began, when this was taken. */
    t: number;
    /** By how many degrees the camera sees the board turned. */
    camera_turn: number | null;
    sources: SourceShown[];
    notices: Sentence[];
    questions: QuestionShown[];
    offers: OfferShown[];
    game: BaseGameOn | DiceGameGameOn | SpotItGameOn | null;
  }

  /** How a source is doing. */
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

  /** What an input would change: the `winners`, the `game` that is on, or the `points` of a team. */
  interface SpotItDifference {
    what: "winners" | "game" | "points";
    colour?: TeamColour;
    before: number | TeamColour[] | null;
    after: number | TeamColour[] | null;
  }

  type SpotItEvent = SpotItGameStarted | SpotItGameScored | SpotItRoundScored;

  /** The game that is on, with the last lines of its story in its view's `log`. */
  interface SpotItGameOn {
    id: number;
    kind: "spot_it";
    /** Number of the last entry that was told. */
    newest: number;
    view: SpotItGameView;
  }

  interface SpotItGameScored {
    kind: "game_scored";
    game: number;
    first_out: TeamColour[];
    counts: { [key in TeamColour]?: number };
  }

  interface SpotItGameStarted {
    kind: "game_started";
    players: TeamSeat[];
    options: SpotItOptions;
  }

  /** A game looked back on. */
  interface SpotItGameTold {
    game: number;
    kind: "spot_it";
    name: Sentence;
    started: string;
    imported: boolean;
    elsewhere: Elsewhere;
    /** Whether its rolls can be had one by one, as a CSV file. */
    lists_rolls: boolean;
    summary: SpotItSummary;
  }

  /** What everybody sees of a match: all; once it is over, how it came to that. */
  interface SpotItGameView {
    phase: "play" | "over";
    /** Null where several share the victory. */
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
    /** What each game and round was worth, once the match is over. */
    games: GameCounted[];
    /** What was true of one team alone, once the match is over. */
    awards: Award[];
    log: SpotItLine[];
  }

  type SpotItInput = EnterGameScored | EnterRoundScored | SpotItUndo | SpotItConfirm | SpotItCorrectEntry | SpotItCorrectFields | SpotItCorrectBefore;

  /** A line of the story: what happened, who said so, how sure, the rules that it broke. */
  interface SpotItLine {
    /** Of the entry that told it first. */
    number: number;
    /** Of the entry that told it as it stands. */
    as_of: number;
    /** Seconds since the game began. */
    t: number;
    source: string;
    certainty: number;
    /** The rules that it broke. */
    violations: string[];
    event: SpotItEvent;
  }

  interface SpotItNewGame {
    players: TeamSeat[];
    game: "spot_it";
    /** Give up the game that is on. */
    abandon?: boolean;
    about?: AboutShown;
    options?: SpotItOptionsChosen | null;
  }

  /** How this table plays (`Options`). */
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

  interface SpotItRoundScored {
    kind: "round_scored";
    captured: { [key in TeamColour]?: number };
  }

  type SpotItSaidEvent = SpotItSaidGameStarted | SpotItSaidGameScored | SpotItSaidRoundScored;

  interface SpotItSaidGameScored {
    kind: "game_scored";
    game: number;
    first_out: TeamColour[];
    counts: { [key in TeamColour]?: number };
  }

  interface SpotItSaidGameStarted {
    kind: "game_started";
    players: TeamSeat[];
    options?: SpotItOptionsChosen;
  }

  interface SpotItSaidRoundScored {
    kind: "round_scored";
    captured: { [key in TeamColour]?: number };
  }

  /** A match looked back on; `solo`: the team whose count is doubled in games 1 to 4. */
  interface SpotItSummary {
    players: TeamStanding[];
    winner: TeamColour | null;
    winners: TeamColour[];
    turns: number;
    /** How much of it was played. */
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

  interface Steal {
    kind: "steal";
    player: Colour;
    from: Colour | null;
    resource: Resource | null;
  }

  /** An answer that a step offers; it comes back as `{"word": word}`. */
  interface StepChoice {
    word: string;
    text: Sentence;
    /** What people mostly answer. */
    usual: boolean;
  }

  /** How a step that was repeated came out; `but`: where that isn't for good. */
  interface StepRepeated {
    name: string;
    title: Sentence;
    state: StepState;
    text: Sentence;
    but: Sentence;
  }

  type StepState = "to_do" | "looking" | "good" | "wrong" | "skipped";

  /** A step and how it stands; `about`: what was found, which is another with each step. */
  interface StepView {
    name: string;
    title: Sentence;
    state: StepState;
    text: Sentence;
    choices: StepChoice[];
    more: Sentence[];
    about: { [key: string]: any };
  }

  /** How often a sum was rolled, and was to be expected. */
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

  /** Say what lies on the table, and let the camera see the pieces. */
  interface TakeUpGame {
    kind: "take_up";
  }

  /** Cards that a player takes. */
  interface Takes {
    colour: Colour;
    cards: KnownCards;
  }

  /** What is asked of a game that is on already; `on_turn`: who goes on with it, given as a colour. */
  interface TakingUp {
    on_turn: Sentence;
    sides: CountedSide[];
  }

  type TeamColour = "blue" | "orange" | "red";

  /** Everybody's points after so many games and rounds. */
  interface TeamPoints {
    turn: number;
    points: { [key in TeamColour]?: number };
  }

  /** A team: its name and the colour of its cards. */
  interface TeamSeat {
    name: string;
    colour: TeamColour;
  }

  /** A team of a match looked back on. */
  interface TeamStanding {
    name: string;
    colour: TeamColour;
    points: number;
  }

  /** A team. `alone`: rules of five players are adjusted for it; `cards`: to take for the game that is on. */
  interface TeamView {
    name: string;
    colour: TeamColour;
    points: number;
    alone: boolean;
    cards: number | null;
  }

  type Terrain = "hills" | "forest" | "pasture" | "fields" | "mountains" | "desert";

  /** With whom each player traded, how often, and how often with the bank. */
  interface TradesTold {
    domestic: { [key in Colour]?: { [key in Colour]?: number } };
    maritime: { [key in Colour]?: number };
  }

  /** The corners of the area in which dice lie, in order. */
  interface TrayDrawn {
    inside: [number, number][];
  }

  interface UnseenRoll {
    kind: "unseen_roll";
    player: Colour;
  }

  /** What the pages say in a language, by their English; a list where there are plural forms. `forms`: the index of the plural form for each category of `Intl.PluralRules`. */
  interface Words {
    forms: { [key: string]: number };
    texts: { [key: string]: string | string[] };
  }
}
