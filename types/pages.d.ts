// What the scripts hand to one another, besides what travels (api.d.ts).

declare namespace Page {
  /** On the island's plane, or in a drawing. */
  type Point = [number, number];
  /** What an element holds; of a condition that isn't met, nothing. */
  type Content = Node | string | number | boolean | null | undefined | Content[];
  /** What hears of an element's events, each of a kind of its own (any: the name of the attribute says which). */
  type Listener = (event: any) => unknown;
  /** An element's attributes; those that begin with "on" are listeners. */
  type Attributes = { [name: string]: string | number | boolean | null | undefined | Listener };
  /** Turns a colour into a player's name. */
  type Naming = (colour: string) => string;
  type Names = { [colour: string]: string };
  type Cards = { [kind: string]: number };
  /** What is said of some, by the name of each: a colour, a kind of cards, a place. */
  type By<T> = { [name: string]: NonNullable<T[keyof T]> };
  /** An event of any game; what it says besides (any: it depends on its kind). */
  type Event = { kind: string; player?: string; [field: string]: any };
  /** A line of the story of any game. */
  type Line = Omit<Api.BaseLine, "event"> & { event: Event };
  /** What lies on hexes, by their ids: of those that are known. */
  type Hexes = { [hex: string]: Api.HexLies };
  /** The base game's view, and what a page adds to it. */
  type View = Omit<Api.BaseGameView, "log"> & {
    log: Line[];
    game: number;
    kind: string;
    questions: Api.QuestionShown[];
    camera?: string;
    /** Whether something is at work that may see the dice. */
    watched?: boolean;
    /** The place on the island that is asked about. */
    site?: string | null;
  };
  /** What the base game's forms take of what may be entered. */
  type InPlay = Required<Omit<Api.BaseActions, "discard" | "maritime" | "gives">> & {
    discard: By<NonNullable<Api.BaseActions["discard"]>>;
    maritime: { [colour: string]: Cards };
    gives: By<NonNullable<Api.BaseActions["gives"]>>;
  };
  /** The base game's view while it is in play: only then is entered what needs all that may be. */
  type ViewInPlay = View & { may: InPlay; bank: Cards };
  /** What the base game waits for; what it says besides (any: it depends on its kind). */
  type ToDo = { kind: string; [field: string]: any };
  /** What every game's view has. */
  type GameView = {
    phase: string;
    winner: string | null;
    winners?: string[];
    players: Finisher[];
    awards?: Api.Award[];
    log: Line[];
    /** Where the game has turns. */
    turn?: number;
    on_turn?: string | null;
  };
  /** The same, and what a page adds to it: what shared scripts take; a game's own take its own view. */
  type AnyView = GameView & { game: number; kind: string };
  /** The snapshot as any game's page takes it. */
  type Snapshot = Omit<Api.Snapshot, "game"> & {
    game: { id: number; kind: string; newest: number; view: GameView } | null;
  };
  /** Somebody at the table, or a team. */
  type Player = { name: string; colour: string };
  /** The same, with the points that a game's view has of them. */
  type Finisher = Player & { points?: number };
  /** A button of a dialog: its words, and what a tap on it does; what comes to false leaves the dialog open. */
  type Choice = [text: string, action: () => unknown];
  /** One of the values of a field, and its words. */
  type Option = [value: string, text: string];
  /** One thing that people can say of an event, or all of them composed (dialogs/composed.js). */
  type Field = {
    elements: Content;
    says(): { [field: string]: unknown };
    done(): boolean;
    show?(): void;
    names?(): Names;
  };
  type Fields = Omit<Required<Field>, "elements"> & { elements: Content[] };
  /** What somebody should hear of. */
  type News = { sound: string; text: string };
  /** What happened to an element. */
  type Happened = { target: HTMLInputElement; currentTarget: HTMLButtonElement };
  /** The snapshot as a phone takes it: what everybody sees, and its own seat. */
  type Seen = Snapshot & { seat?: Api.SeatView | null };
  /** The dice game's view, and what a page adds to it. */
  type DiceView = Omit<Api.DiceGameGameView, "log"> & { log: Line[]; game: number; kind: string };
  /** The view of Spot it! CATAN, and what a page adds to it. */
  type MatchView = Omit<Api.SpotItGameView, "log"> & { log: Line[]; game: number; kind: string };
  /** A place in the picture of a game that is shared, in px. */
  type Place = { left: number; top: number; width: number; height: number };
  /** What draws in that picture: `colour` gives a colour by its name in the style sheets. */
  type Brush = {
    pen: CanvasRenderingContext2D;
    colour(name: string): string;
    write(text: string, x: number, y: number, how?: Writing): void;
    crest(colour: string, at: Point, size: number): void;
    /** A drawing of the page, as large as a place has room for it, as it looks in an element of a class. */
    paint(drawing: SVGSVGElement, place: Place, where?: string): void;
  };
  type Writing = { size?: number; bold?: boolean; large?: boolean; ink?: string; align?: CanvasTextAlign; wide?: number };
  /** What the calibration's step `island` tells: what was read, the kinds of harbors that miss, and what each place that was hardly read may be. */
  type IslandRead = { layout: Api.Island & { hexes: Hexes; harbors: { [path: string]: Api.HarborKind } }; missing: string[]; perhaps: { hexes: { [id: string]: Api.HexLies[] }; harbors: { [path: string]: (Api.HarborKind | null)[] } } };
  /** What its step `players` asks: who sat there last, the colours that there are, and how many play by those seen. */
  type PlayersAsked = { players: Player[]; colours: string[]; suggested: number };
  /** Everybody's points at a moment of a game. */
  type Counted = { turn: number; points: { [colour: string]: number } };
  type Standing = Player & { points: number };
  /** What is told of any game that is looked back on. */
  type Summary = { players: Standing[]; winner: string | null; winners?: string[]; turns: number; played?: Api.Sentence; seconds: number; points: Counted[]; awards?: Api.Award[] };
  type Told = { game: number; name: Api.Sentence; started: string; lists_rolls: boolean; summary: Summary };
  /** How a game is looked back on (history/page.js). */
  type Look = {
    draw(told: Told): Content[];
    seat?(): string;
    points?(): string;
    drawBoard?(summary: Summary, place: Place, brush: Brush): void | Promise<void>;
  };
  /** What is entered into any game; what it says besides (any: it depends on its kind). */
  type Input = { kind: string; about?: Api.AboutShown; [field: string]: any };
  /** What an input would change; what it was and would be (any: that depends on `what`, in whichever game). */
  type Difference = { what: string; colour: string; at: string; piece: string; before: any; after: any };
  /** What each change says, as a list of sentences, by the word for it. */
  type Changes = { [what: string]: (difference: Difference, name: Naming) => string[] };
  /** What the sentences of questions and of their answers are made with: each takes what its word comes with. */
  type Asked = Required<Api.AskedFields>;
  /** Who takes a seat: known again by the `id`, the colour that it was first, if it has one. */
  type Seated = Player & { id?: string };
  /** A value of an option of a new game. */
  type OptionValue = string | number | boolean | null;
  /** A new game, as the form describes it. */
  type NewGame = { game: string; players: Player[]; options?: { [name: string]: OptionValue }; abandon?: boolean; about?: Api.AboutShown; who_begins?: Cards[]; taken_up?: object };
  /** An error that says why something was refused. */
  type Refusal = Error & { status?: number };
  /** A field of a form, as it was filled in. */
  type Filled = { name: string; type: string; value: string; checked: boolean };
  /** What waits for an answer besides questions: taken of a snapshot, and drawn (any: each game takes its own). */
  type Waiting = { pick(snapshot: Snapshot): any; draw(picked: any): HTMLElement[] };
  /** What the game on a phone is like (phone/own_game.js). */
  type Phone = {
    own?: { pick(seat: Api.SeatView, covered: boolean): unknown; draw(picked: unknown): Content };
    known?(seat: Api.SeatView): unknown;
    broken?(violation: string, event: Event, known: unknown): string;
    moot?(newest: Seen, asked: Seen): string | null;
    words?: { [kind: string]: { [name: string]: string } };
  };
  /** What the page's game is like (table/game.js). */
  type Game = {
    kind: string;
    title(view: GameView): string;
    hasIsland?: boolean;
    hasSecrets?: boolean;
    tell(event: Event, name: Naming): string;
    where(event: Event, hexes: Hexes | undefined): string;
    startsTurn(event: Event): boolean;
    countsTurns?: boolean;
    ground: string[];
    fieldsOf(event: Event, view: AnyView & { site?: string | null }): Fields;
    kinds: string[];
    kindName(kind: string): string;
    changes: Changes;
    news(before: GameView, after: GameView): News[];
    words?: { [kind: string]: { [name: string]: string } };
    places?(view: AnyView): Hexes | undefined;
    endsTurn?(event: Event): boolean;
    hint?(event: Event): string;
    foremost?: string[];
    broken?(violation: string, event: Event, player: Player | null): string;
    questions?: { [word: string]: (fields: Asked) => string };
    answering?: { [word: string]: (fields: Asked) => void };
    waiting?: Waiting;
    atRest?(): Element;
    settings?(cameraTurn: number | null | undefined): [string, Content];
    picture?: Omit<Look, "draw">;
  };
}

/** What scripts hang onto the elements that they make, for whoever puts these into a form or a dialog. */
interface HTMLElement {
  /** Shows anew what depends on what is filled in elsewhere. */
  refresh: () => void;
  /** The cards that are chosen here. */
  cards: () => Page.Cards;
  /** The bank's rates that are chosen by. */
  rates: () => Page.Cards;
  /** The options that are chosen of a new game. */
  chosen: () => { [name: string]: Page.OptionValue };
  /** The game that the form says; who plays in it; what was rolled for who begins. */
  described: () => Page.NewGame;
  players: () => Page.Seated[];
  rolled: () => Page.Cards[] | null;
  /** What is counted before the players of a game that is taken up, by its name and their colours. */
  sides: () => { [what: string]: { [colour: string]: number | { [kind: string]: number } } };
  showSides: (shown: boolean) => void;
}

/** A choice among the places of the island says which is chosen. */
interface HTMLDivElement {
  value: string | null;
  stand: (pieces: Api.PieceStands[]) => void;
}

/** The server writes what stands before the service worker's script: its version, and the files that it keeps. */
declare const VERSION: string;
declare const FILES: string[];

/** A browser that says whether its page was touched. */
interface Navigator {
  readonly userActivation?: { readonly hasBeenActive: boolean; readonly isActive: boolean };
}
