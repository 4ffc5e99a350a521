import type {
  Action, DoneAnswer, Draft, Game, Greeting, Judged, LogForm, MovedAnswer, OfferForm, Options, OwedForm, PlaceForm, PlayedAnswer, Position, RefusalForm, ResultForm,
  Scene, Seat, State, Suggestion, ViewForm,
} from "./protocol.js";

export * from "./protocol.js";

/** What the referee refuses; the message is the English sentences. */
export class Refused extends Error {
  readonly refusals: RefusalForm[];
}

/** By question, what is answered. */
export interface Told<G extends Game = Game> {
  state: State<G>;
  position: Position;
  awaiting: OwedForm[];
  layout: PlaceForm[];
  scene: Scene;
  view: ViewForm;
  result: ResultForm | null;
  log: LogForm<G>;
  cards: Record<string, Record<string, unknown>> | null;
}

/** `expectedSeq`: refuse where the match is further than this entry. */
export interface Moment {
  expectedSeq?: number;
}

export interface Strength {
  strength?: "easy" | "medium" | "strong" | "exact";
  /** Of thought, above 0 and at most 60. */
  seconds?: number;
}

/** What a match on a pipe and a match on a table share. Whatever is refused rejects with `Refused`. */
export interface Speaker<G extends Game = Game> {
  do(action: Action<G>, how?: Moment): Promise<Omit<DoneAnswer<G>, "ok" | "id">>;
  check(action: Action<G>, how?: Moment): Promise<Omit<Judged, "ok" | "id">>;
  ask<Q extends keyof Told<G>>(question: Q, seat?: Seat | null): Promise<Told<G>[Q]>;
  /** What a seat (null: the table) may do; with a draft what can be chosen next. */
  legal(seat: Seat | null, draft?: Draft<G>): Promise<Record<string, OfferForm>>;
}

/** A match on a pipe; made by `Pipe.start`. */
export interface Match<G extends Game = Game> extends Speaker<G> {
  readonly game: G;
  undo(steps?: number, how?: Moment): Promise<Omit<MovedAnswer<G>, "ok" | "id">>;
  redo(steps?: number, how?: Moment): Promise<Omit<MovedAnswer<G>, "ok" | "id">>;
  jump(to: number, how?: Moment): Promise<Omit<MovedAnswer<G>, "ok" | "id">>;
  deal(seat: Seat, hand: (string | number)[]): Promise<Omit<Judged, "ok" | "id">>;
  /** Let a bot answer what a seat owes (null: chance, for the table). */
  play(seat: Seat | null, how?: Strength): Promise<Omit<PlayedAnswer<G>, "ok" | "id">>;
  suggest(seat: Seat, how?: Strength & { hand?: (string | number)[] }): Promise<Suggestion<G>>;
}

export interface Beginning<G extends Game = Game> {
  seats?: Seat[];
  options?: Options<G>;
  catalogue?: string;
  position?: Position;
}

/** A child process that speaks the protocol, one match at a time. */
export class Pipe {
  private constructor();
  /** Start one. `command` is the program with its arguments; left out, `tapete referee`. */
  static open(how?: { command?: string[] }): Promise<Pipe>;
  hello(): Promise<Greeting>;
  start<G extends Game>(game: G, how?: Beginning<G>): Promise<Match<G>>;
  close(): Promise<void>;
}

/** A match as `matches` lists it. */
export interface Listing {
  id: string;
  game: string;
  names: Record<string, string>;
  seats: Seat[];
  when: string;
  seq: number;
  over: boolean;
  result: string;
}

export type Streamed =
  | { event: "picture"; id: number; data: { run: string; seq: number; fragments: Record<string, string> } }
  | { event: "here"; data: { now: number } };

/** A match that is played at a table, over HTTP. It goes back and forward by one, and waits for the others where they have to agree. */
export class Table<G extends Game = Game> {
  /** `url` is the table's address, left out on its own pages. `key` acts for `seat` alone; the table's own computer needs none. */
  constructor(where: { match: string; url?: string; seat?: Seat; key?: string });
  static matches(where?: { url?: string; key?: string }): Promise<Listing[]>;
  undo(how?: Moment): Promise<Omit<DoneAnswer<G>, "ok" | "id">>;
  redo(how?: Moment): Promise<Omit<DoneAnswer<G>, "ok" | "id">>;
  jump(to: number, how?: Moment): Promise<Omit<DoneAnswer<G>, "ok" | "id">>;
  events(how?: { signal?: AbortSignal }): AsyncGenerator<Streamed, void>;
}
export interface Table<G extends Game = Game> extends Speaker<G> {}
