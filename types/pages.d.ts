// Types that the pages' scripts share, besides those of the API (api.d.ts).

declare namespace Page {
  /** A point on the island's plane, or in a drawing. */
  type Point = [number, number];
  /** The content of an element; `false`, null and undefined draw nothing. */
  type Content = Node | string | number | boolean | null | undefined | Content[];
  /** An event listener (any: the attribute's name determines the event's type). */
  type Listener = (event: any) => unknown;
  /** An element's attributes; names with the prefix "on" are listeners. */
  type Attributes = { [name: string]: string | number | boolean | null | undefined | Listener };
  /** Maps a colour to a player's name. */
  type Naming = (colour: string) => string;
  type Names = { [colour: string]: string };
  type Cards = { [kind: string]: number };
  /** Values by name: of a colour, a kind of cards or a place. */
  type By<T> = { [name: string]: NonNullable<T[keyof T]> };
  /** An event of any game (any: the other fields depend on its kind). */
  type Event = { kind: string; player?: string; [field: string]: any };
  /** An entry of any game's log. */
  type Line = Omit<Api.BaseLine, "event"> & { event: Event };
  /** The content of the known hexes, by their ids. */
  type Hexes = { [hex: string]: Api.HexLies };
  /** The base game's view, with fields that a page adds. */
  type View = Omit<Api.BaseGameView, "log"> & {
    log: Line[];
    game: number;
    kind: string;
    questions: Api.QuestionShown[];
    camera?: string;
    /** Whether a source is active that may see the dice. */
    watched?: boolean;
    /** The place on the island in question. */
    site?: string | null;
  };
  /** The permitted entries, as the base game's forms use them. */
  type InPlay = Required<Omit<Api.BaseActions, "discard" | "maritime" | "gives">> & {
    discard: By<NonNullable<Api.BaseActions["discard"]>>;
    maritime: { [colour: string]: Cards };
    gives: By<NonNullable<Api.BaseActions["gives"]>>;
  };
  /** The base game's view during play, when all entries are possible. */
  type ViewInPlay = View & { may: InPlay; bank: Cards };
  /** A pending action of the base game (any: the other fields depend on its kind). */
  type ToDo = { kind: string; [field: string]: any };
  /** The fields of every game's view. */
  type GameView = {
    phase: string;
    winner: string | null;
    winners?: string[];
    players: Finisher[];
    awards?: Api.Award[];
    log: Line[];
    /** Only in games with turns. */
    turn?: number;
    on_turn?: string | null;
  };
  /** Every game's view, with fields that a page adds. Shared scripts use it; a game's own scripts use its own view. */
  type AnyView = GameView & { game: number; kind: string };
  /** The snapshot, as any game's page uses it. */
  type Snapshot = Omit<Api.Snapshot, "game"> & {
    game: { id: number; kind: string; newest: number; view: GameView } | null;
  };
  /** A player or a team. */
  type Player = { name: string; colour: string };
  /** A player with points. */
  type Finisher = Player & { points?: number };
  /** A button of a dialog: its text and its action. A falsy result leaves the dialog open. */
  type Choice = [text: string, action: () => unknown];
  /** A value of a field, and its text. */
  type Option = [value: string, text: string];
  /** A form field of an event, or all of them composed (dialogs/form_fields.js). */
  type Field = {
    elements: Content;
    values(): { [field: string]: unknown };
    isComplete(): boolean;
    show?(): void;
    names?(): Names;
  };
  type Fields = Omit<Required<Field>, "elements"> & { elements: Content[] };
  /** An announcement. */
  type News = { sound: string; text: string };
  /** An event on an input or a button. */
  type Happened = { target: HTMLInputElement; currentTarget: HTMLButtonElement };
  /** The snapshot, as a phone uses it: public data and its own seat. */
  type Seen = Snapshot & { seat?: Api.SeatView | null };
  /** The dice game's view, with fields that a page adds. */
  type DiceView = Omit<Api.DiceGameGameView, "log"> & { log: Line[]; game: number; kind: string };
  /** The view of Spot it! CATAN, with fields that a page adds. */
  type MatchView = Omit<Api.SpotItGameView, "log"> & { log: Line[]; game: number; kind: string; camera?: string };
  /** A rectangle in the picture of a game to share, in px. */
  type Place = { left: number; top: number; width: number; height: number };
  /** Draws in that picture; `colour` returns a colour by its name in the style sheets. */
  type Brush = {
    pen: CanvasRenderingContext2D;
    colour(name: string): string;
    write(text: string, x: number, y: number, how?: Writing): void;
    crest(colour: string, at: Point, size: number): void;
    /** Draws an SVG of the page, fitted into a rectangle, with the styles of the class `where`. */
    paint(drawing: SVGSVGElement, place: Place, where?: string): void;
  };
  type Writing = { size?: number; bold?: boolean; large?: boolean; ink?: string; align?: CanvasTextAlign; wide?: number };
  /** Data of the calibration's step `island`: the layout read, the missing kinds of harbors, and likely readings of uncertain places. */
  type IslandRead = { layout: Api.Island & { hexes: Hexes; harbors: { [path: string]: Api.HarborKind } }; missing: string[]; perhaps: { hexes: { [id: string]: Api.HexLies[] }; harbors: { [path: string]: (Api.HarborKind | null)[] } } };
  /** A die that people show: its place and width in shares of the picture's width and height; null: its face is unknown. */
  type ShownDie = { at: [number, number]; size: number; face: string | null };
  /** Data of its step `faces`: how often each face was shown, and the dice whose faces are to be named in a picture of that width and height. */
  type FacesShown = { shown: { [face: string]: number }; dice?: ShownDie[]; extent?: [number, number] };
  /** Data of its step `players`: the last players, the available colours, and the number of players detected. */
  type PlayersAsked = { players: Player[]; colours: string[]; suggested: number };
  /** All players' points at a moment of a game. */
  type PointsAtTurn = { turn: number; points: { [colour: string]: number } };
  type Standing = Player & { points: number };
  /** The summary of any finished or unfinished game in the archive. */
  type Summary = { players: Standing[]; winner: string | null; winners?: string[]; turns: number; played?: Api.Sentence; seconds: number; points: PointsAtTurn[]; awards?: Api.Award[] };
  type PastGame = { game: number; name: Api.Sentence; started: string; lists_rolls: boolean; summary: Summary };
  /** The drawing of a game in the archive (history/page.js). */
  type HistoryView = {
    draw(pastGame: PastGame): Content[];
    seat?(): string;
    points?(): string;
    drawBoard?(summary: Summary, place: Place, brush: Brush): void | Promise<void>;
  };
  /** An input to any game (any: the other fields depend on its kind). */
  type Input = { kind: string; about?: Api.AboutShown; [field: string]: any };
  /** A difference that an input would make (any: the values depend on `what` and on the game). */
  type Difference = { what: string; colour: string; at: string; piece: string; before: any; after: any };
  /** Sentences for differences, by `what`. */
  type Changes = { [what: string]: (difference: Difference, name: Naming) => string[] };
  /** The fields of the sentences for questions and answers; each sentence uses its own. */
  type Asked = Required<Api.AskedFields & Api.DiceGameAsked>;
  /** A seated player; the `id` is the first colour, if it has changed. */
  type Seated = Player & { id?: string };
  /** A value of an option of a new game. */
  type OptionValue = string | number | boolean | null;
  /** A new game, as the form describes it. */
  type NewGame = { game: string; players: Player[]; options?: { [name: string]: OptionValue }; abandon?: boolean; about?: Api.AboutShown; who_begins?: Cards[]; taken_up?: object };
  /** An error with the reason of a refusal. */
  type Refusal = Error & { status?: number };
  /** A filled-in field of a form. */
  type Filled = { name: string; type: string; value: string; checked: boolean };
  /** Further items that wait for an answer, besides questions (any: each game has its own data). */
  type Waiting = { pick(snapshot: Snapshot): any; draw(picked: any): HTMLElement[] };
  /** The definition of a phone's game (phone/seat_inputs.js). */
  type Phone = {
    own?: { pick(seat: Api.SeatView, covered: boolean): unknown; draw(picked: unknown): Content };
    knowledge?(seat: Api.SeatView): unknown;
    violationText?(violation: string, event: Event, known: unknown): string;
    closeReason?(newest: Seen, asked: Seen): string | null;
    words?: { [kind: string]: { [name: string]: string } };
  };
  /** The definition of the page's game (table/game.js). */
  type Game = {
    kind: string;
    title(view: GameView): string;
    hasIsland?: boolean;
    hasSecrets?: boolean;
    tell(event: Event, name: Naming): string;
    where(event: Event, hexes: Hexes | undefined): string;
    startsTurn(event: Event): boolean;
    countsTurns?: boolean;
    drafts?: string[];
    marks?(event: Event): Content;
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
    violationText?(violation: string, event: Event, player: Player | null): string;
    questions?: { [word: string]: (fields: Asked) => string };
    answering?: { [word: string]: (fields: Asked) => void };
    waiting?: Waiting;
    atRest?(): Element;
    settings?(cameraTurn: number | null | undefined): [string, Content];
    picture?: Omit<HistoryView, "draw">;
  };
}

/** Constants that the server puts before the service worker's script: its version, and the files to cache. */
declare const VERSION: string;
declare const FILES: string[];

/** Browsers that report whether the page has had user input. */
interface Navigator {
  readonly userActivation?: { readonly hasBeenActive: boolean; readonly isActive: boolean };
}
