// What the scripts hand to one another, besides what travels (api.d.ts).

declare namespace Page {
  /** On the island's plane, or in a drawing. */
  type Point = [number, number];
  /** What an element holds; of a condition that isn't met, nothing. */
  type Content = Node | string | number | boolean | null | undefined | Content[];
  /** An element's attributes; those that begin with "on" are listeners. */
  type Attributes = { [name: string]: any };
  /** Turns a colour into a player's name. */
  type Naming = (colour: string) => string;
  type Names = { [colour: string]: string };
  type Cards = { [kind: string]: number };
  /** An event of any game; what it says besides depends on its kind. */
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
  };
  /** What the table waits for; what it says besides depends on its kind. */
  type ToDo = { kind: string; [field: string]: any };
  /** What the page takes of any game's view. */
  type AnyView = { [member: string]: any };
  /** The snapshot as any game's page takes it. */
  type Snapshot = Omit<Api.Snapshot, "game"> & {
    game: { id: number; kind: string; newest: number; view: AnyView } | null;
  };
  /** Somebody at the table, or a team. */
  type Player = { name: string; colour: string };
  /** A button of a dialog: its words, and what a tap on it does; what comes to false leaves the dialog open. */
  type Choice = [text: string, action: () => unknown];
  /** One of the values of a field, and its words. */
  type Option = [value: string, text: string];
  /** One thing that people can say of an event, or all of them composed (dialogs/composed.js). */
  type Field = {
    elements: Content;
    says(): { [field: string]: any };
    done(): boolean;
    show?(): void;
    names?(): Names;
  };
  type Fields = Omit<Required<Field>, "elements"> & { elements: Content[] };
  /** What somebody should hear of. */
  type News = { sound: string; text: string };
  /** What happened to an element. */
  type Happened = { target: any; currentTarget: any };
  /** The snapshot as a phone takes it: what everybody sees, and its own seat. */
  type Seen = Snapshot & { seat?: Api.SeatView | null };
  /** The dice game's view, and what a page adds to it. */
  type DiceView = Api.DiceGameGameView & { game: number; kind: string };
  /** The view of Spot it! CATAN, and what a page adds to it. */
  type MatchView = Api.SpotItGameView & { game: number; kind: string };
  /** A place in the picture of a game that is shared, in px. */
  type Place = { left: number; top: number; width: number; height: number };
  /** What draws in that picture: `colour` gives a colour by its name in the style sheets. */
  type Brush = {
    pen: CanvasRenderingContext2D;
    colour(name: string): string;
    write(text: string, x: number, y: number, how?: Writing): void;
    crest(colour: string, at: Point, size: number): void;
  };
  type Writing = { size?: number; bold?: boolean; ink?: string; align?: CanvasTextAlign; wide?: number };
  /** Everybody's points at a moment of a game. */
  type Counted = { turn: number; points: { [colour: string]: number } };
  type Standing = Player & { points: number };
  /** What is told of any game that is looked back on. */
  type Summary = { players: Standing[]; winner: string | null; winners?: string[]; turns: number; played?: Api.Sentence; seconds: number; points: Counted[] };
  type Told = { game: number; name: Api.Sentence; started: string; summary: Summary };
  /** How a game is looked back on (history/page.js). */
  type Look = {
    draw(told: any): Content[];
    seat?(): string;
    points?(): string;
    drawBeside?(summary: any, place: Place, brush: Brush): void;
  };
  type Input = { kind: string; [field: string]: any };
  /** An error that says why something was refused. */
  type Refusal = Error & { status?: number };
  /** A field of a form, as it was filled in. */
  type Filled = { name: string; type: string; value: string; checked: boolean };
  /** What the page's game is like (table/game.js). */
  type Game = {
    kind: string;
    title(view: AnyView): string;
    hasIsland?: boolean;
    hasSecrets?: boolean;
    tell(event: Event, name: Naming): string;
    where(event: Event, hexes: Hexes | undefined): string;
    startsTurn(event: Event): boolean;
    countsTurns?: boolean;
    ground: string[];
    fieldsOf(event: Event, view: any): Fields;
    kinds: string[];
    kindName(kind: string): string;
    changes: { [what: string]: (...given: any[]) => any };
    news(before: any, after: any): News[];
    [more: string]: any;
  };
}

/** What scripts hang onto the elements that they make, for whoever puts these into a form or a dialog. */
interface HTMLElement {
  /** Shows anew what depends on what is filled in elsewhere. */
  refresh: (...given: any[]) => void;
  /** The cards that are chosen here. */
  cards: () => Page.Cards;
  /** The bank's rates that are chosen by. */
  rates: any;
  /** What is chosen of a new game: its options, who plays, who begins, what lies before the players. */
  chosen: () => any;
  described: () => any;
  players: () => any;
  rolled: () => any;
  sides: (what: string, read: (count: number) => any) => any;
  showSides: (shown: boolean) => void;
}

/** A choice among the places of the island says which is chosen. */
interface HTMLDivElement {
  value: any;
  stand: any;
}

/** The server writes what stands before the service worker's script: its version, and the files that it keeps. */
declare const VERSION: string;
declare const FILES: string[];

/** A browser that says whether its page was touched. */
interface Navigator {
  readonly userActivation?: { readonly hasBeenActive: boolean; readonly isActive: boolean };
}
