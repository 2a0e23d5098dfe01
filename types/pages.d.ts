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
  type View = Api.BaseGameView & { game: number; kind: string; questions: Api.QuestionShown[]; camera?: string };
  /** What the page takes of any game's view. */
  type AnyView = { [member: string]: any };
  /** The snapshot as any game's page takes it. */
  type Snapshot = Omit<Api.Snapshot, "game"> & {
    game: { id: number; kind: string; newest: number; view: AnyView } | null;
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
    fieldsOf(event: Event, view: any): any;
    kinds: any;
    kindName(kind: string): string;
    changes: { [what: string]: (...given: any[]) => any };
    news(before: any, after: any): any;
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
  sides: () => any;
  showSides: (shown: boolean) => void;
}

/** A choice among the places of the island says which is chosen. */
interface HTMLDivElement {
  value: any;
  stand: any;
}

/** A browser that says whether its page was touched. */
interface Navigator {
  readonly userActivation?: { readonly hasBeenActive: boolean };
}
