// The referee protocol in types. Made by tools/generate_sdk.py from the JSON Schema of the protocol; do not edit.

/** A whole action of a seat. */
export interface ActionOf { action: Record<string, OfferForm>; barred?: Record<string, string[]>; seat: string }

/** One thing that could be done. */
export interface Alternative<G extends Game = Game> { action: Action<G>; cards?: (string | number)[]; share?: number | null; worth?: number | null }

export type Answer<G extends Game = Game> = RefusedAnswer | StoppedAnswer | Greeted | Judged | DoneAnswer<G> | PlayedAnswer<G> | MovedAnswer<G> | StateAnswer<G> | PositionAnswer | AwaitingAnswer | LayoutAnswer | SceneAnswer | ViewAnswer | ResultAnswer | LogAnswer<G> | LegalAnswer | CardsAnswer | SchemaAnswer | SuggestAnswer<G>;

/** Ask one question about the match. */
export interface AskRequest { ask: "awaiting" | "cards" | "layout" | "log" | "position" | "result" | "scene" | "schema" | "state" | "view"; id?: RequestId; seat?: Seat | null }

/** Who owes what; empty exactly when there is a result. */
export interface AwaitingAnswer { awaiting: OwedForm[]; id?: RequestId; ok: true; seq?: number }

/** The smallest and largest whole number a panel may enter, both included. */
export interface Bounds { high: number; low: number }

/** Shazamm's bridge strip: slabs -9..9; `broken` slabs are gone at each end (SHZ-R02, R03). */
export interface Bridge { broken: number; wall: number; wizard_a: number; wizard_b: number }

/** The cards of the catalogue by id; null for a game without one. */
export interface CardsAnswer { cards: Record<string, Record<string, unknown>> | null; id?: RequestId; ok: true; seq?: number }

/** Judge an action and change nothing. */
export interface CheckRequest<G extends Game = Game> { check: Action<G>; expected_seq?: number | null; id?: RequestId }

/** The cards of a seat that a bot is to play. */
export interface Deal { hand: (string | number)[]; seat: Seat }

/** Give a bot the cards of the seat that it plays. */
export interface DealRequest { deal: Deal; expected_seq?: number | null; id?: RequestId }

/** Declare an action. */
export interface DoRequest<G extends Game = Game> { do: Action<G>; expected_seq?: number | null; id?: RequestId }

export type Domain = WholeForm | OneOf | Some | Each | RowForm | Maybe | TextOf | Seal | Opens | ActionOf | Ops | StateAt;

/** What was done: the number of the newest entry, and every event. */
export interface DoneAnswer<G extends Game = Game> { events: Event<G>[]; id?: RequestId; ok: true; seq: number }

/** An object with a value for every key. */
export interface Each { barred?: Record<string, string[]>; each: Record<string, Domain> }

/** One line of the log: an action with its events, or a move "back to the position after entry `to`". */
export interface Entry<G extends Game = Game> { action?: Action<G> | null; crc: number; events?: Event<G>[]; move?: "jump" | "redo" | "undo" | null; seq: number; source: string; to?: number | null }

/** A game that can be begun: its name, the version of its rules, and the fewest and the most seats. */
export interface GameForm { name: string; seats: number[]; version: string }

/** Who answers. */
export interface Greeted { hello: Greeting; id?: RequestId; ok: true }

/** Who answers, the words with the fields that each takes besides, and what can be asked. */
export interface Greeting { ask: string[]; games: GameForm[]; program: string; version: string; words: Record<string, string[]> }

/** The beginning of a match: enough to make its first state again. */
export interface Header { cards?: Record<string, unknown>; catalogue?: string | null; catalogue_hash?: string | null; game: string; options?: Record<string, unknown>; position?: Position | null; rules_version: string; seats: Seat[] }

/** Who answers? */
export interface HelloRequest { hello: Nothing; id?: RequestId }

/** It would be legal; or the cards are dealt. */
export interface Judged { id?: RequestId; ok: true; seq: number }

/** Go to the position after an entry. */
export interface JumpRequest { expected_seq?: number | null; id?: RequestId; jump: number }

/** What lies where. */
export interface LayoutAnswer { id?: RequestId; layout: PlaceForm[]; ok: true; seq?: number }

/** What may be declared. */
export interface LegalAnswer { id?: RequestId; legal: Record<string, OfferForm>; ok: true; seq?: number }

/** Ask what a seat may do, or with a draft what can be chosen next. */
export interface LegalRequest<G extends Game = Game> { ask: "legal"; draft?: Draft<G>; id?: RequestId; seat?: Seat | null }

/** The log. */
export interface LogAnswer<G extends Game = Game> { id?: RequestId; log: LogForm<G>; ok: true; seq?: number }

/** The log: what it begins with, every entry, and the numbers of those that count now. */
export interface LogForm<G extends Game = Game> { entries: Entry<G>[]; header: Header; line: number[] }

/** Null, or a value of the domain. */
export interface Maybe { barred?: Record<string, string[]>; maybe: Domain }

/** Gone back, or forward: the entry whose position counts again, what hands must do, and whether what people have seen is taken back. */
export interface MovedAnswer<G extends Game = Game> { events: Event<G>[]; id?: RequestId; ok: true; put_right: PlaceForm[]; reveals?: true; seq: number; to: number }

/** What a word carries that needs nothing: `{}`. */
export interface Nothing {  }

/** The domains of the arguments that can be chosen now, those that wait for one of them, and those that judge each other. */
export interface OfferForm { arguments: Record<string, Domain>; together?: string[]; wait: string[] }

/** One of the options; those that are barred are named with the codes that say why. */
export interface OneOf { barred: Record<string, string[]>; one_of: unknown[] }

/** The nonce that opens a seal on a seat's value; null where nothing was sealed. */
export interface Opens { barred?: Record<string, string[]>; opens: string | null; seat: string }

/** A list of operations. */
export interface Ops { barred?: Record<string, string[]>; least: number; most: number; ops: Record<string, OfferForm> }

/** Who owes what, with the sentences for the seat that acts and for the seats that wait. */
export interface OwedForm { acting: Record<string, string>; actions: string[]; button: "lock" | "roll" | null; meaning: "bid" | "die" | "pass" | "pick" | "ready" | null; params: Record<string, unknown>; seat: Seat | null; waiting: Record<string, string>; what: string }

/** One seat's panel. */
export interface Panel { bid?: Bounds | null; dice?: string[]; lamp?: "dark" | "drawn" | "lost" | "ready" | "turn" | "waiting" | "won"; largest: number; lock?: "back" | "pass" | "ready" | null; pick?: Bounds | null; purpose?: "attack" | "defence" | "initiative" | null; seat: Seat; shown?: number | null; shows?: "bid" | "lost" | "needed" | null; tell?: Tell | null; value: number }

/** What lies at a place of the table, and the sentence that tells hands how to make it so. */
export interface PlaceForm { name: string; text: Record<string, string>; value: unknown }

/** Let a bot answer what a seat owes. */
export interface PlayRequest { expected_seq?: number | null; id?: RequestId; play: PlayedSeat }

/** What a bot has done: its action too, without its secret. */
export interface PlayedAnswer<G extends Game = Game> { action: Action<G>; events: Event<G>[]; id?: RequestId; ok: true; seq: number }

/** Who plays by itself: a seat by a bot, or the table (null) by chance. */
export interface PlayedSeat { seat: Seat | null; seconds?: number; strength?: string }

/** A game, the version of its rules, house rules, the catalogue's hash, and the state (with the cards typed in). */
export interface Position { catalogue: string | null; catalogue_hash: string | null; game: string; options: Record<string, unknown>; rules_version: string; state: Record<string, unknown> }

/** The state with all that is needed to go on from it. */
export interface PositionAnswer { id?: RequestId; ok: true; position: Position; seq?: number }

/** Go forward again by so many actions. */
export interface RedoRequest { expected_seq?: number | null; id?: RequestId; redo: number }

/** One reason why not (`core.refusals.Refusal`). */
export interface RefusalForm { at: string | null; clause: string; code: string; params: Record<string, unknown>; ruling: string | null; text: Record<string, string> }

/** An answer that says no, and why; over HTTP with the number of the newest entry. */
export interface RefusedAnswer { id?: RequestId; ok: false; refusals: RefusalForm[]; seq?: number }

export type Request<G extends Game = Game> = HelloRequest | StopRequest | StartRequest | DoRequest<G> | CheckRequest<G> | UndoRequest | RedoRequest | JumpRequest | DealRequest | PlayRequest | AskRequest | LegalRequest<G> | SuggestRequest;

export type RequestId = string | number | null;

/** The result; null while the match goes on. */
export interface ResultAnswer { id?: RequestId; ok: true; result: ResultForm | null; seq?: number }

/** How the match ended. */
export interface ResultForm { reason: string; result: "draw" | "loss" | "stopped" | "win"; seats: Seat[] }

/** A list with a value for every place. */
export interface RowForm { barred?: Record<string, string[]>; different: boolean; row: Domain[] }

/** All panels of the match, in seat order, and what a shared strip shows. */
export interface Scene { bridge?: Bridge | null; panels: Panel[] }

/** What each panel shows. */
export interface SceneAnswer { id?: RequestId; ok: true; scene: Scene; seq?: number }

/** This schema. */
export interface SchemaAnswer { id?: RequestId; ok: true; schema: Record<string, unknown>; seq?: number }

/** Null, or so many hex digits. */
export interface Seal { barred?: Record<string, string[]>; seal: 64 }

/** Several options. */
export interface Some { barred?: Record<string, string[]>; least: number; most: number; ordered: boolean; repeat: boolean; some: OneOf; sums: SumForm[] }

/** How a match begins: at the start of a game, or in the middle, out of a position (which brings its own options and cards). */
export interface Start { catalogue?: string | null; game: string; options?: Record<string, unknown> | null; position?: Position | null; seats?: Seat[] | null }

/** Begin a match. */
export interface StartRequest { id?: RequestId; start: Start }

/** The state alone. */
export interface StateAnswer<G extends Game = Game> { id?: RequestId; ok: true; seq?: number; state: State<G> }

/** A whole state, at this step. */
export interface StateAt { barred?: Record<string, string[]>; position: string }

/** End the session. */
export interface StopRequest { id?: RequestId; stop: Nothing }

/** The session ends. */
export interface StoppedAnswer { id?: RequestId; ok: true }

/** What a bot would do. */
export interface SuggestAnswer<G extends Game = Game> { id?: RequestId; ok: true; seq?: number; suggest: Suggestion<G> }

/** Ask what a bot would do in the place of a seat. */
export interface SuggestRequest { ask: "suggest"; hand?: (string | number)[]; id?: RequestId; seat: Seat; seconds?: number; strength?: string }

/** What a bot would do, the first of its alternatives. */
export interface Suggestion<G extends Game = Game> { alternatives: Alternative<G>[]; by: "bot" | "chance"; unit?: "match" | "table" | null }

/** What the weights of the chosen options add to: what is there, and the bounds; `lean`: nothing superfluous. */
export interface SumForm { have: number; high: number | null; lean: boolean; low: number | null; name: string; weights: Record<string, number> }

/** One moment of what happened, as a panel tells it. */
export interface Tell { id: string; number?: number | null; sign: "acts" | "bid" | "loses" | "step" | "void" | "wins" }

/** A text of so many characters. */
export interface TextOf { barred?: Record<string, string[]>; text: number[] }

/** Go back by so many actions. */
export interface UndoRequest { expected_seq?: number | null; id?: RequestId; undo: number }

/** Everything that one seat needs. */
export interface ViewAnswer { id?: RequestId; ok: true; seq?: number; view: ViewForm }

/** Layout, awaiting and legal of one seat together. */
export interface ViewForm { awaiting: OwedForm[]; layout: PlaceForm[]; legal: Record<string, OfferForm> }

/** A whole number, both bounds included. */
export interface WholeForm { barred?: Record<string, string[]>; whole: number[] }

export type Seat = "A" | "B" | "C" | "D";
/** The games that come with Tapete, each with what is its own. */
export interface Games {
  shazamm: { action: shazamm.Action; event: shazamm.Event; state: shazamm.State; options: shazamm.Options };
  moriham: { action: moriham.Action; event: moriham.Event; state: moriham.State; options: moriham.Options };
  datamorphs: { action: datamorphs.Action; event: datamorphs.Event; state: datamorphs.State; options: datamorphs.Options };
  bhm: { action: bhm.Action; event: bhm.Event; state: bhm.State; options: bhm.Options };
  mamlejet: { action: mamlejet.Action; event: mamlejet.Event; state: mamlejet.State; options: mamlejet.Options };
}
export type Game = keyof Games;
export type Action<G extends Game = Game> = Games[G]["action"];
export type Event<G extends Game = Game> = Games[G]["event"];
export type State<G extends Game = Game> = Games[G]["state"];
export type Options<G extends Game = Game> = Games[G]["options"];
/** An action of which only its name has to be said, and of an action within it likewise. */
export type Draft<G extends Game = Game> = Half<Action<G>>;
export type Half<T> = T extends { action: string } ? Pick<T, "action"> & { [K in Exclude<keyof T, "action">]?: T[K] | Half<T[K]> } : T;

export namespace shazamm {
export type Action = LockBid | Unlock | RevealBids | ReopenBids | DeclareCards | ChosenClone | ChosenTheft | ChosenRecycle | ChosenPush | Concede | TableRuling;
export interface BidLocked { by_ruling: boolean; clause: string; event: "bid_locked"; seat: Seat }
export interface BidRecycled { bid: number; by_ruling: boolean; clause: string; delta: number; event: "bid_recycled"; seat: Seat }
export interface BidUnlocked { by_ruling: boolean; clause: string; event: "bid_unlocked"; seat: Seat }
export interface Bidding { ready?: Seat[]; seals?: Record<string, string>; step: "bidding" }
export interface BidsReopened { by_ruling: boolean; clause: string; event: "bids_reopened" }
export interface BidsRevealed { bids: Both6; by_ruling: boolean; clause: string; event: "bids_revealed" }
export interface Both1 { A: number; B: number }
export interface Both2 { A: number[]; B: number[] }
export interface Both3 { A: number; B: number }
export interface Both4 { A: number; B: number }
export interface Both5 { A: number; B: number }
export interface Both6 { A: number; B: number }
export interface Both7 { A: number[] | null; B: number[] | null }
export interface CardsRevealed { by_ruling: boolean; clause: string; event: "cards_revealed"; seat: Seat; spells: number[] }
export interface Choice { number: number; source: "clone" | "hand"; use: "apply" | "discard" }
export interface ChooseClone { options: number[]; seat: Seat; step: "choose_clone" }
export interface ChoosePush { most: number; seat: Seat; step: "choose_push" }
export interface ChooseRecycle { seat: Seat; step: "choose_recycle" }
export interface ChooseTheft { prey: Prey[]; seat: Seat; step: "choose_theft" }
export interface ChosenClone { action: "choose_clone"; number: number | null; seat: Seat }
export interface ChosenPush { action: "choose_push"; seat: Seat; steps: number }
export interface ChosenRecycle { action: "choose_recycle"; delta: number; seat: Seat }
export interface ChosenTheft { action: "choose_theft"; choices: Choice[]; seat: Seat }
export interface CloneCancelled { by_ruling: boolean; clause: string; event: "clone_cancelled"; number: number; seat: Seat }
export interface CloneDeclined { by_ruling: boolean; clause: string; event: "clone_declined"; seat: Seat }
export interface CloneNone { by_ruling: boolean; clause: string; event: "clone_none"; seat: Seat }
export interface Cloned { by_ruling: boolean; clause: string; event: "cloned"; number: number; seat: Seat }
export interface Concede { action: "concede"; seat: Seat }
export interface Conceded { by_ruling: boolean; clause: string; event: "conceded"; seat: Seat }
export interface CorrectSpell { now: number; op: "correct_spell"; seat: Seat; spell: number }
export interface DeckSet { by_ruling: boolean; clause: string; deck: number; event: "deck_set"; seat: Seat }
export interface DeclareCards { action: "declare_cards"; numbers: number[]; seat: Seat }
export interface DrawSpells { n: number; op: "draw_spells"; seat: Seat }
export interface Drew { by_ruling: boolean; clause: string; event: "drew"; hand: number; number: number; seat: Seat }
export interface EndingTurn { bids: Both6; resisting?: Seat[]; step: "ending_turn" }
export type Event = BidLocked | BidUnlocked | BidsRevealed | BidsReopened | CardsRevealed | NoSpells | FakeReturned | SpellCancelled | SpellLostSilence | SilenceOn | SpellVoid | CloneNone | TheftNone | RoundEndedByCard | WallToMiddle | MiddleNone | Cloned | CloneDeclined | CloneCancelled | Stolen | StolenDiscarded | BidRecycled | PowerChanged | Power | Tie | MovementReversed | MovementBlocked | WallMoved | Paid | NotPaid | ManaGained | WizardHit | OutOfMana | WallPushed | PushWaived | PushResisted | RoundEnded | WizardsPlaced | SlabsCollapsed | WizardFell | Drew | ManaRestored | RoundStarted | MatchWon | MatchDrawn | ReplayDue | Conceded | Ruled | Noted | Peeked | Unchanged | ManaSet | WallSet | HandSet | DeckSet | UsedSet | LastCastSet | PositionSet;
export interface FakeReturned { by_ruling: boolean; clause: string; event: "fake_returned"; seat: Seat }
export interface HandSet { by_ruling: boolean; clause: string; event: "hand_set"; hand: number; seat: Seat }
export interface LastCastSet { by_ruling: boolean; clause: string; event: "last_cast_set"; seat: Seat; spells: number[] }
export interface LockBid { action: "lock_bid"; amount?: number; seal?: string | null; seat: Seat }
export interface ManaGained { amount: number; by_ruling: boolean; clause: string; event: "mana_gained"; mana: number; seat: Seat }
export interface ManaRestored { by_ruling: boolean; clause: string; event: "mana_restored"; mana: number }
export interface ManaSet { by_ruling: boolean; clause: string; event: "mana_set"; mana: number; seat: Seat }
export interface MatchDrawn { by_ruling: boolean; clause: string; event: "match_drawn" }
export interface MatchWon { by_ruling: boolean; clause: string; event: "match_won"; seat: Seat }
export interface MiddleNone { by_ruling: boolean; clause: string; event: "middle_none"; seat: Seat }
export interface MovementBlocked { by_ruling: boolean; clause: string; event: "movement_blocked"; seat: Seat }
export interface MovementReversed { by_ruling: boolean; clause: string; event: "movement_reversed"; seat: Seat }
export interface NoSpells { by_ruling: boolean; clause: string; event: "no_spells"; seat: Seat }
export interface NotPaid { bid: number; by_ruling: boolean; clause: string; event: "not_paid"; mana: number; seat: Seat }
export interface Note { op: "note"; text: string }
export interface Noted { by_ruling: boolean; clause: string; event: "noted"; text: string }
export interface Options { bridge_half?: number; clone_across_rounds?: boolean; clone_copy_cancels?: boolean; clone_of_clone?: boolean; clone_stolen?: boolean; collapse_order?: "collapse_first" | "final"; double_fall?: "draw" | "replay"; exhaustion_push?: "ask" | "auto"; full_hand?: boolean; mana?: number; ordered_deck?: boolean; reserve_gain?: "after_payment" | "before_payment"; resistance_blocks_push?: boolean }
export interface OutOfMana { by_ruling: boolean; clause: string; event: "out_of_mana"; seat: Seat }
export interface Over { kind: "draw" | "loss" | "stopped" | "win"; reason?: string; seats?: Seat[]; step: "over" }
export interface Paid { bid: number; by_ruling: boolean; clause: string; event: "paid"; mana: number; seat: Seat }
export interface Peek { op: "peek"; seat: Seat }
export interface Peeked { by_ruling: boolean; clause: string; event: "peeked"; seat: Seat }
export interface Pending { number: number; owner: Seat; source?: "clone" | "hand" | "theft" }
export interface PositionSet { by_ruling: boolean; clause: string; event: "position_set"; round: number; turn: number }
export interface Power { by_ruling: boolean; clause: string; event: "power"; power: Both3 }
export interface PowerChanged { by_ruling: boolean; clause: string; event: "power_changed"; number: number; power: number; seat: Seat }
export interface Prey { number: number; source: "clone" | "hand" }
export interface PushResisted { by_ruling: boolean; clause: string; event: "push_resisted"; seat: Seat }
export interface PushWaived { by_ruling: boolean; clause: string; event: "push_waived"; seat: Seat }
export interface ReopenBids { action: "reopen_bids" }
export interface ReplayDue { by_ruling: boolean; clause: string; event: "replay_due" }
export interface Resolving { bids: Both6; cast: Both2; pending: Pending[]; step: "resolving" }
export interface RevealBids { action: "reveal_bids"; bids: Record<string, number>; nonces: Record<string, string | null> }
export interface Revealing { bids: Both6; declared?: Both7; step: "reveal" }
export interface RoundEnded { by_ruling: boolean; clause: string; event: "round_ended"; loser: Seat | null; round: number }
export interface RoundEndedByCard { by_ruling: boolean; clause: string; event: "round_ended_by_card"; seat: Seat }
export interface RoundStarted { by_ruling: boolean; clause: string; event: "round_started"; round: number }
export interface Ruled { agreed: Seat[]; by_ruling: boolean; clause: string; event: "ruling"; reason: string }
export interface SetDeck { deck: number; op: "set_deck"; seat: Seat }
export interface SetHand { hand: number; op: "set_hand"; seat: Seat }
export interface SetLastCast { op: "set_last_cast"; seat: Seat; spells: number[] }
export interface SetMana { mana: number; op: "set_mana"; seat: Seat }
export interface SetPosition { op: "set_position"; position: State }
export interface SetUsed { op: "set_used"; seat: Seat; spells: number[] }
export interface SetWall { op: "set_wall"; wall: number }
export interface SilenceOn { by_ruling: boolean; clause: string; event: "silence_on"; seat: Seat }
export interface SlabsCollapsed { by_ruling: boolean; clause: string; event: "slabs_collapsed"; slabs: Both1 }
export interface SpellCancelled { by_ruling: boolean; clause: string; event: "spell_cancelled"; number: number }
export interface SpellLostSilence { by_ruling: boolean; clause: string; event: "spell_lost_silence"; number: number; seat: Seat }
export interface SpellVoid { by_ruling: boolean; clause: string; event: "spell_void"; number: number; seat: Seat }
export interface State { agenda?: (Bidding | Revealing | Resolving | ChooseClone | ChooseTheft | ChooseRecycle | EndingTurn | ChoosePush | Over)[]; broken?: number; centre?: number; deck?: Both4; hand?: Both4; last_cast?: Both2; mana?: Both5; round?: number; round_loser?: "A" | "B" | null; silence?: boolean; turn?: number; used?: Both2; wall?: number; wizard?: Both1 }
export interface Stolen { by_ruling: boolean; clause: string; event: "stolen"; number: number; seat: Seat }
export interface StolenDiscarded { by_ruling: boolean; clause: string; event: "stolen_discarded"; number: number; seat: Seat }
export interface TableRuling { action: "ruling"; agreed?: Seat[]; ops: (SetMana | SetWall | SetHand | SetDeck | SetUsed | SetLastCast | DrawSpells | TakeSpellBack | CorrectSpell | SetPosition | Peek | Note)[]; reason: string }
export interface TakeSpellBack { op: "take_spell_back"; seat: Seat; spell: number }
export interface TheftNone { by_ruling: boolean; clause: string; event: "theft_none"; seat: Seat }
export interface Tie { by_ruling: boolean; clause: string; event: "tie" }
export interface Unchanged { by_ruling: boolean; clause: string; event: "unchanged"; op: string; place: number }
export interface Unlock { action: "unlock"; seat: Seat }
export interface UsedSet { by_ruling: boolean; clause: string; event: "used_set"; seat: Seat; spells: number[] }
export interface WallMoved { by: number; by_ruling: boolean; clause: string; event: "wall_moved"; wall: number }
export interface WallPushed { by: number; by_ruling: boolean; clause: string; event: "wall_pushed"; seat: Seat; wall: number }
export interface WallSet { by_ruling: boolean; clause: string; event: "wall_set"; wall: number }
export interface WallToMiddle { by_ruling: boolean; clause: string; event: "wall_to_middle"; seat: Seat; wall: number }
export interface WizardFell { by_ruling: boolean; clause: string; event: "wizard_fell"; seat: Seat; slab: number }
export interface WizardHit { by_ruling: boolean; clause: string; event: "wizard_hit"; seat: Seat }
export interface WizardsPlaced { by_ruling: boolean; clause: string; event: "wizards_placed"; wizard: Both1 }
}

export namespace moriham {
export type Action = StartGame | RollForStart | EnterRoll | NextPhase | EndTurn | Concede | NormalSummon | SpecialSummon | SetCard | ActivateMagic | ActivateTrap | UseAbility | UseTrigger | SkipTrigger | ChangePosition | DeclareAttack | PassPriority | Provide | Ruling | AddCard;
export interface ActivateMagic { action: "activate_magic"; card: string; ops?: (LifeLose | LifeGain | Draw | Discard | Mill | Search | Destroy | ReturnToHand | ReturnToDeck | Recover | Revive | SummonFromHand | SummonFromDeck | RemoveFromGame | ModifyAttack | ModifyDefense | ModifyLevel | SetPosition | ExtraAttacks | ForbidAttack | AllowDirectAttack | NegateAttack | NegateLink | EndBattle | ExtraNormalSummon | TakeControl | Note)[]; option: number; seat: Seat; source: "hand" | number; targets?: (MonsterRef | SpellRef | GraveRef)[] }
export interface ActivateTrap { action: "activate_trap"; card: string; ops?: (LifeLose | LifeGain | Draw | Discard | Mill | Search | Destroy | ReturnToHand | ReturnToDeck | Recover | Revive | SummonFromHand | SummonFromDeck | RemoveFromGame | ModifyAttack | ModifyDefense | ModifyLevel | SetPosition | ExtraAttacks | ForbidAttack | AllowDirectAttack | NegateAttack | NegateLink | EndBattle | ExtraNormalSummon | TakeControl | Note)[]; option: number; seat: Seat; slot: number; targets?: (MonsterRef | SpellRef | GraveRef)[] }
export interface Activated { by_ruling: boolean; card: string; clause: string; effect: number | null; event: "activated"; kind: "ability" | "attack" | "magic" | "trap"; seat: Seat; slot: number }
export interface AddCard { action: "add_card"; attack?: number | null; defense?: number | null; id: string; level?: number | null; name?: string; type: "magic" | "monster" | "trap" }
export interface AllowDirectAttack { op: "allow_direct_attack"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef }
export interface AttackCancelled { by_ruling: boolean; card: string; clause: string; event: "attack_cancelled"; seat: Seat }
export interface AttackDeclared { aim: string; by_ruling: boolean; card: string; clause: string; event: "attack_declared"; seat: Seat; slot: number; target: number | null }
export interface AttackForbidden { by_ruling: boolean; card: string; clause: string; event: "attack_forbidden"; seat: Seat; slot: number; until: "end_of_turn" | "until_my_next_turn" | "while_on_field" }
export interface AttacksGranted { attacks: number; by_ruling: boolean; card: string; clause: string; event: "attacks_granted"; seat: Seat; slot: number }
export interface BattleEnding { by_ruling: boolean; clause: string; event: "battle_ending" }
export interface BattleFought { attack: number; by_ruling: boolean; card: string; clause: string; damage: number; event: "battle"; result: "direct" | "equal" | "higher" | "lower"; seat: Seat; value: number }
export interface CardAdded { attack: number | null; by_ruling: boolean; card: string; clause: string; defense: number | null; event: "card_added"; level: number | null; name: string; type: "magic" | "monster" | "trap" }
export interface CardSet { by_ruling: boolean; clause: string; event: "card_set"; hand: number; seat: Seat; slot: number }
export interface CardShown { by_ruling: boolean; card: string; clause: string; event: "card_shown"; seat: Seat; slot: number }
export interface Cards { number: number; purpose?: string; seat: Seat; source: string; step: "cards" }
export interface CardsDrawn { by_ruling: boolean; clause: string; deck: number; event: "cards_drawn"; hand: number; n: number; seat: Seat }
export interface ChangePosition { action: "change_position"; seat: Seat; slot: number }
export interface ChoiceWaiting { by_ruling: boolean; clause: string; event: "choice_waiting"; n: number; op: string; seat: Seat }
export interface Concede { action: "concede"; seat: Seat }
export interface Conceded { by_ruling: boolean; clause: string; event: "conceded"; seat: Seat }
export interface ControlChanged { by_ruling: boolean; card: string; clause: string; event: "control_changed"; seat: Seat; slot: number }
export interface CountSet { by_ruling: boolean; clause: string; event: "count_set"; n: number; seat: Seat; what: "deck" | "hand" | "life" }
export interface DeclareAttack { action: "declare_attack"; seat: Seat; slot: number; target: number | "player" }
export interface Destroy { cards?: string[]; op: "destroy"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef }
export interface Destroyed { by_ruling: boolean; card: string | null; clause: string; event: "destroyed"; seat: Seat; slot: number }
export interface Dice { dice: Die[]; step: "dice" }
export interface Die { id: string; needs?: number | null; panel: Seat; purpose: string; value?: number | null }
export interface DirectAllowed { by_ruling: boolean; card: string; clause: string; event: "direct_allowed"; seat: Seat; slot: number }
export interface Discard { cards?: string[]; n: number; op: "discard"; who: "both" | "opponent" | "own" }
export interface Draw { n: number; op: "draw"; who: "both" | "opponent" | "own" }
export interface EndBattle { op: "end_battle" }
export interface EndTurn { action: "end_turn"; seat: Seat }
export interface EnterRoll { action: "enter_roll"; roll: string; value: number }
export type Event = CardsDrawn | Summoned | Tributed | LifeChanged | Destroyed | ToGraveyard | Returned | Recovered | Searched | Removed | PositionChanged | Modified | AttackForbidden | AttacksGranted | DirectAllowed | SummonsGranted | ControlChanged | LinkNegated | BattleEnding | CountSet | GameOver | GameDrawn | StartTied | GameStarted | Rolled | TurnStarted | PhaseChanged | TurnEnded | Conceded | CardSet | CardShown | Activated | TriggerSkipped | AttackDeclared | AttackCancelled | BattleFought | LinkResolved | ChoiceWaiting | TriggerWaiting | Ruled | Noted | Peeked | Unchanged | CardAdded;
export interface ExtraAttacks { n: number; op: "extra_attacks"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef }
export interface ExtraNormalSummon { n: number; op: "extra_normal_summon"; who: "both" | "opponent" | "own" }
export interface ForbidAttack { op: "forbid_attack"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef; until: "end_of_turn" | "until_my_next_turn" | "while_on_field" }
export interface GameDrawn { by_ruling: boolean; clause: string; event: "game_drawn" }
export interface GameOver { by_ruling: boolean; clause: string; event: "game_over"; reason: "concede" | "deck" | "life"; winner: Seat }
export interface GameStarted { by_ruling: boolean; clause: string; deck: number; event: "game_started"; first: Seat; hand: number; life: number }
export interface GraveRef { card: string; seat: Seat; zone: "graveyard" }
export interface InGraveyard { card: string; is: "in_graveyard"; seat: Seat }
export interface Instance { iid: number; is: "instance" }
export interface Item { card: string; controller: Seat; effect?: number | null; kind: "ability" | "attack" | "magic" | "trap"; negated?: boolean; ops?: (LifeLose | LifeGain | Draw | Discard | Mill | Search | Destroy | ReturnToHand | ReturnToDeck | Recover | Revive | SummonFromHand | SummonFromDeck | RemoveFromGame | ModifyAttack | ModifyDefense | ModifyLevel | SetPosition | ExtraAttacks | ForbidAttack | AllowDirectAttack | NegateAttack | NegateLink | EndBattle | ExtraNormalSummon | TakeControl | Note)[]; source: number; target?: number | null; targets?: (Instance | InGraveyard)[] }
export interface LifeChanged { before: number; by_ruling: boolean; clause: string; event: "life_changed"; life: number; seat: Seat }
export interface LifeGain { n: number; op: "life_gain"; who: "both" | "opponent" | "own" }
export interface LifeLose { n: number; op: "life_lose"; who: "both" | "opponent" | "own" }
export interface LinkNegated { by_ruling: boolean; card: string; clause: string; event: "link_negated"; kind: "ability" | "attack" | "magic" | "trap"; seat: Seat }
export interface LinkResolved { by_ruling: boolean; card: string; clause: string; event: "link_resolved"; kind: "ability" | "attack" | "magic" | "trap"; seat: Seat }
export interface Loan { by: Seat; until: "end_of_turn" | "until_my_next_turn" | "while_on_field" }
export interface Mill { cards?: string[]; n: number; op: "mill"; who: "both" | "opponent" | "own" }
export interface Mod { attr: "attack" | "defense" | "forbid_attack" | "level"; by: Seat; delta: number; until: "end_of_turn" | "until_my_next_turn" | "while_on_field" }
export interface Modified { attr: "attack" | "defense" | "level"; by_ruling: boolean; card: string; clause: string; delta: number; event: "modified"; now: number; seat: Seat; slot: number; until: "end_of_turn" | "until_my_next_turn" | "while_on_field" }
export interface ModifyAttack { delta: number; op: "modify_attack"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef; until: "end_of_turn" | "until_my_next_turn" | "while_on_field" }
export interface ModifyDefense { delta: number; op: "modify_defense"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef; until: "end_of_turn" | "until_my_next_turn" | "while_on_field" }
export interface ModifyLevel { delta: number; op: "modify_level"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef; until: "end_of_turn" | "until_my_next_turn" | "while_on_field" }
export interface Monster { ability_uses?: number; attacks_used?: number; card: string; control?: Loan | null; direct_ok?: boolean; extra_attacks?: number; iid: number; mods?: Mod[]; owner: Seat; position: "attack" | "defense"; position_changed?: boolean }
export interface MonsterRef { seat: Seat; slot: number; zone: "monsters" }
export interface NegateAttack { op: "negate_attack" }
export interface NegateLink { op: "negate_link" }
export interface NextPhase { action: "next_phase"; seat: Seat }
export interface NormalSummon { action: "normal_summon"; card: string; position: "attack" | "defense"; seat: Seat; slot: number; tributes?: number[] }
export interface Note { op: "note"; text: string }
export interface Noted { by_ruling: boolean; clause: string; event: "noted"; text: string }
export interface Options { deck_out?: "before_draw" | "incomplete_draw"; deck_size?: number; first_turn_attack?: boolean; magic_in_battle?: boolean; max_copies?: number; trap_same_turn?: boolean; tribute_rule?: "at_least" | "exact" }
export interface Over { kind: "draw" | "loss" | "stopped" | "win"; reason?: string; seats?: Seat[]; step: "over" }
export interface PassPriority { action: "pass_priority"; seat: Seat }
export interface Peek { op: "peek"; seat: Seat }
export interface Peeked { by_ruling: boolean; clause: string; event: "peeked"; seat: Seat }
export interface Phase { ending?: boolean; name: "battle" | "initial" | "main1" | "main2"; step: "phase" }
export interface PhaseChanged { by_ruling: boolean; clause: string; event: "phase_changed"; phase: "battle" | "initial" | "main1" | "main2"; seat: Seat }
export interface PositionChanged { by_ruling: boolean; card: string; clause: string; event: "position_changed"; position: "attack" | "defense"; seat: Seat; slot: number }
export interface Provide { action: "provide"; cards: string[]; seat: Seat }
export interface Recover { op: "recover"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef }
export interface Recovered { by_ruling: boolean; card: string; clause: string; event: "recovered"; hand: number; seat: Seat }
export interface RemoveFromGame { cards?: string[]; op: "remove_from_game"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef }
export interface Removed { by_ruling: boolean; cards: string[]; clause: string; event: "removed"; seat: Seat }
export interface Resolving { items: Item[]; step: "resolving" }
export interface ReturnToDeck { op: "return_to_deck"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef; where: "bottom" | "shuffle" | "top" }
export interface ReturnToHand { op: "return_to_hand"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef }
export interface Returned { by_ruling: boolean; card: string | null; clause: string; event: "returned"; seat: Seat; to: "bottom" | "hand" | "shuffle" | "top" }
export interface Revive { op: "revive"; position: "attack" | "defense"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef }
export interface RollForStart { action: "roll_for_start" }
export interface Rolled { by_ruling: boolean; clause: string; event: "rolled"; roll: string; seat: Seat; value: number }
export interface Ruled { agreed: Seat[]; by_ruling: boolean; clause: string; event: "ruling"; reason: string }
export interface Ruling { action: "ruling"; agreed?: Seat[]; ops: (LifeLose | LifeGain | Draw | Discard | Mill | Search | Destroy | ReturnToHand | ReturnToDeck | Recover | Revive | SummonFromHand | SummonFromDeck | RemoveFromGame | ModifyAttack | ModifyDefense | ModifyLevel | SetPosition | ExtraAttacks | ForbidAttack | AllowDirectAttack | NegateAttack | NegateLink | EndBattle | ExtraNormalSummon | TakeControl | Note | SetLife | SetHand | SetDeck | Peek)[]; reason: string; seat: Seat }
export interface Search { cards?: string[]; n: number; op: "search"; who: "both" | "opponent" | "own" }
export interface Searched { by_ruling: boolean; cards: string[]; clause: string; event: "searched"; hand: number; seat: Seat }
export interface SetCard { action: "set_card"; seat: Seat; slot: number }
export interface SetDeck { n: number; op: "set_deck"; seat: Seat }
export interface SetHand { n: number; op: "set_hand"; seat: Seat }
export interface SetLife { n: number; op: "set_life"; seat: Seat }
export interface SetPosition { op: "set_position"; position: "attack" | "defense" | "toggle"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef }
export interface Setup { rolls?: number; step: "setup" }
export interface Side { deck?: number; graveyard?: string[]; hand?: number; life?: number; monsters?: (Monster | null)[]; normal_allowed?: number; normal_used?: number; removed?: string[]; spells?: (Spell | null)[] }
export interface SkipTrigger { action: "skip_trigger"; seat: Seat }
export interface SpecialSummon { action: "special_summon"; card: string; cost_cards?: string[]; cost_slots?: number[]; position: "attack" | "defense"; seat: Seat; slot: number }
export interface Spell { card?: string | null; iid: number; on_stack?: boolean; owner: Seat; set_turn: number }
export interface SpellRef { seat: Seat; slot: number; zone: "spells" }
export interface Stack { items: Item[]; passes?: number; priority: Seat; step: "stack" }
export interface StartGame { action: "start_game"; first: "A" | "B" }
export interface StartTied { by_ruling: boolean; clause: string; event: "start_tied"; value: number }
export interface State { A?: Side; B?: Side; active?: "A" | "B" | null; agenda?: (Setup | Phase | Triggers | Stack | Resolving | Unit | Dice | Cards | Over)[]; next_iid?: number; turn?: number; typed_cards?: Record<string, Typed> }
export interface SummonFromDeck { card: string; op: "summon_from_deck"; position: "attack" | "defense" }
export interface SummonFromHand { card: string; op: "summon_from_hand"; position: "attack" | "defense" }
export interface Summoned { by_ruling: boolean; card: string; clause: string; event: "summoned"; how: "effect" | "normal" | "special"; position: "attack" | "defense"; seat: Seat; slot: number }
export interface SummonsGranted { allowed: number; by_ruling: boolean; clause: string; event: "summons_granted"; seat: Seat }
export interface TakeControl { op: "take_control"; target: "all_opp_monsters" | "all_own_monsters" | "attack_target" | "attacker" | "chosen_monster" | "chosen_opp_facedown" | "chosen_opp_monster" | "chosen_own_graveyard_monster" | "chosen_own_monster" | "self" | MonsterRef | SpellRef | GraveRef; until: "end_of_turn" | "until_my_next_turn" | "while_on_field" }
export interface ToGraveyard { by_ruling: boolean; cards: string[]; clause: string; event: "to_graveyard"; seat: Seat; source: "deck" | "field" | "hand" }
export interface Tributed { by_ruling: boolean; card: string; clause: string; event: "tributed"; seat: Seat; slot: number }
export interface Trigger { card: string; controller: Seat; iid: number; slot: number; timing: "destroyed" | "summoned" }
export interface TriggerSkipped { by_ruling: boolean; card: string; clause: string; event: "trigger_skipped"; seat: Seat }
export interface TriggerWaiting { by_ruling: boolean; card: string; clause: string; event: "trigger_waiting"; seat: Seat; slot: number }
export interface Triggers { raised?: Trigger[]; step: "triggers"; waiting?: Trigger[] }
export interface TurnEnded { by_ruling: boolean; clause: string; event: "turn_ended"; seat: Seat; turn: number }
export interface TurnStarted { by_ruling: boolean; clause: string; event: "turn_started"; seat: Seat; turn: number }
export interface Typed { attack?: number | null; defense?: number | null; level?: number | null; name?: string; type: "magic" | "monster" | "trap" }
export interface Unchanged { by_ruling: boolean; clause: string; event: "unchanged"; op: string; place: number }
export interface Unit { asked?: Seat[]; item: Item; place?: number; step: "unit" }
export interface UseAbility { action: "use_ability"; ops?: (LifeLose | LifeGain | Draw | Discard | Mill | Search | Destroy | ReturnToHand | ReturnToDeck | Recover | Revive | SummonFromHand | SummonFromDeck | RemoveFromGame | ModifyAttack | ModifyDefense | ModifyLevel | SetPosition | ExtraAttacks | ForbidAttack | AllowDirectAttack | NegateAttack | NegateLink | EndBattle | ExtraNormalSummon | TakeControl | Note)[]; seat: Seat; slot: number; targets?: (MonsterRef | SpellRef | GraveRef)[] }
export interface UseTrigger { action: "use_trigger"; ops?: (LifeLose | LifeGain | Draw | Discard | Mill | Search | Destroy | ReturnToHand | ReturnToDeck | Recover | Revive | SummonFromHand | SummonFromDeck | RemoveFromGame | ModifyAttack | ModifyDefense | ModifyLevel | SetPosition | ExtraAttacks | ForbidAttack | AllowDirectAttack | NegateAttack | NegateLink | EndBattle | ExtraNormalSummon | TakeControl | Note)[]; seat: Seat; targets?: (MonsterRef | SpellRef | GraveRef)[] }
}

export namespace datamorphs {
export type Action = StartGame | ShowCollection | LockBios | RevealBios | Unlock | ReopenChoices | ChooseOrder | Play | SkipProgram | Stop | LockMove | JointPlay | LeaveOut | LeaveOutOwn | ExchangeCards | Concede | AddCard | TableRuling;
export interface AddCard { abilities?: (MemoryBoost | ChangeIcons | SwapIcons | ChangeColor | ColorSum | NullifyIcons | NullifyColor | NullifyMemory)[]; action: "add_card"; attack?: number | null; benefits?: Record<string, Record<string, number>>; color: string; defense?: number | null; element: "bios" | "boost" | "function" | "program"; id: string; memory?: number | null; name?: string; type?: string | null; weaknesses?: Record<string, Record<string, number>> }
export interface AddLaid { card: string | null; choice: "own" | "rival" | null; op: "add_laid"; seat: Seat; slot: "boost_a" | "boost_b" | "function" | "program" }
export interface Adjust { attack?: number; defense?: number; memory?: number }
export interface AdjustAttack { n: number; op: "adjust_attack"; seat: Seat }
export interface AdjustDefense { n: number; op: "adjust_defense"; seat: Seat }
export interface AdjustMemory { n: number; op: "adjust_memory"; seat: Seat }
export interface Adjusted { by_ruling: boolean; clause: string; event: "adjusted"; figure: string; n: number; seat: Seat }
export interface Affinity { attack: number; defense: number; types: string[] }
export interface Aimed { by_ruling: boolean; card: string; choice: "own" | "rival"; clause: string; event: "aimed"; seat: Seat }
export interface Bios { attack: number; color: string; defense: number; memory: number }
export interface BiosLocked { by_ruling: boolean; clause: string; event: "bios_locked"; seat: Seat }
export interface BiosRevealed { by_ruling: boolean; card: string; clause: string; event: "bios_revealed"; memory: number; seat: Seat }
export interface Boost { abilities?: (MemoryBoost | ChangeIcons | SwapIcons | ChangeColor | ColorSum | NullifyIcons | NullifyColor | NullifyMemory)[]; attack: number; color: string; defense: number; memory?: number }
export interface Both1 { A: string | null; B: string | null }
export interface Both2 { A: Player; B: Player }
export interface Both3 { A: number; B: number }
export interface CardAdded { by_ruling: boolean; card: string; clause: string; element: "bios" | "boost" | "function" | "program"; event: "card_added"; name: string }
export interface CardCorrected { by_ruling: boolean; card: string; clause: string; event: "card_corrected"; seat: Seat; slot: "bios" | "boost_a" | "boost_b" | "function" | "program" }
export interface CardsExchanged { by_ruling: boolean; clause: string; event: "cards_exchanged"; give: string; seat: Seat; take: string }
export interface ChangeColor { from: string; kind: "change_color"; target?: "choice" | "own" | "rival"; to: string }
export interface ChangeIcons { from: "attack" | "defense"; kind: "change_icons"; target?: "choice" | "own" | "rival"; to: "attack" | "defense" }
export interface ChangeSides { op: "change_sides"; seat: Seat; slot: "bios" | "boost_a" | "boost_b" | "function" | "program" }
export interface ChoiceNoted { by_ruling: boolean; clause: string; event: "choice_noted"; ref: string; seat: Seat }
export interface ChoicesReopened { by_ruling: boolean; clause: string; event: "choices_reopened" }
export interface ChooseOrder { action: "choose_order"; first: Seat; seat: Seat }
export interface ChoosingBios { ready?: Seat[]; seals?: Record<string, string>; step: "bios" }
export interface CollectionShown { by_ruling: boolean; cards: string[]; clause: string; event: "collection_shown"; seat: Seat }
export interface ColorSum { color: string; icon: "attack" | "defense"; kind: "color_sum" }
export interface Concede { action: "concede"; seat: Seat }
export interface Conceded { by_ruling: boolean; clause: string; event: "conceded"; seat: Seat }
export interface CorrectCard { card: string | null; choice: "own" | "rival" | null; op: "correct_card"; place: number; seat: Seat; slot: "bios" | "boost_a" | "boost_b" | "function" | "program" }
export interface CorrectResult { op: "correct_result"; result: "A" | "B" | "tie"; round: number }
export interface CorrectSeen { card: string; now: string; op: "correct_seen"; round: number; seat: Seat }
export type Event = RoundStarted | BiosLocked | BiosRevealed | Unlocked | ChoicesReopened | CollectionShown | MemoryNow | Adjusted | Stopped | Leader | MemoryTied | OrderChosen | Played | Interrupted | Skipped | Aimed | MoveLocked | JointRevealed | Recolored | Tally | RoundScored | RoundWon | RoundTied | LeftOut | LeftOutUnseen | ChoiceNoted | PickedUp | Conceded | GameWon | GameDrawn | CardsExchanged | Ruled | Noted | Peeked | Unchanged | CardCorrected | LaidMoved | TakenBack | SidesChanged | LaidAdded | ResultCorrected | SeenCorrected | CardAdded;
export interface ExchangeCards { action: "exchange_cards"; give: string; seat: Seat; take: string }
export interface Exchanging { reason: "concession" | "more_wins" | "tie_break" | "two_wins"; step: "exchange"; winner: Seat }
export interface Function { benefits?: Affinity[]; color: string; weaknesses?: Affinity[] }
export interface GameDrawn { by_ruling: boolean; clause: string; event: "game_drawn"; reason: "all_tied" | "level" }
export interface GameWon { by_ruling: boolean; clause: string; event: "game_won"; reason: "concession" | "more_wins" | "tie_break" | "two_wins"; seat: Seat }
export interface Interrupt { cost: number; face: "down"; seq: number }
export interface Interrupted { by_ruling: boolean; clause: string; cost: number; event: "interrupted"; seat: Seat; slot: "boost_a" | "boost_b" | "function" | "program" }
export interface Joint { exchange?: number; ready?: Seat[]; ruled?: true; seals?: Record<string, string>; step: "joint" }
export interface JointPlay { a: Play | SkipProgram | Stop; action: "joint_play"; b: Play | SkipProgram | Stop; nonces: Record<string, string | null> }
export interface JointRevealed { by_ruling: boolean; clause: string; event: "joint_revealed" }
export interface LaidAdded { by_ruling: boolean; card: string; clause: string; event: "laid_added"; seat: Seat; slot: "boost_a" | "boost_b" | "function" | "program" }
export interface LaidMoved { by_ruling: boolean; clause: string; event: "laid_moved"; seat: Seat; slot: "boost_a" | "boost_b" | "function" | "program"; to: "boost_a" | "boost_b" | "function" | "program" }
export interface Leader { by_ruling: boolean; clause: string; event: "leader"; seat: Seat }
export interface LeaveOut { action: "leave_out"; own: string; rival: string; seat: Seat }
export interface LeaveOutOwn { action: "leave_out_own"; ref: string; seat: Seat }
export interface LeavingOut { step: "leave_out"; winner: Seat }
export interface LeavingOutTied { chosen?: Both1; step: "leave_out_tie" }
export interface LeftOut { by_ruling: boolean; card: string; clause: string; event: "left_out"; seat: Seat }
export interface LeftOutUnseen { by_ruling: boolean; clause: string; event: "left_out_unseen"; ref: string; seat: Seat }
export interface LockBios { action: "lock_bios"; card?: string; seal?: string | null; seat: Seat }
export interface LockMove { action: "lock_move"; move?: Play | SkipProgram | Stop; seal?: string | null; seat: Seat }
export interface MemoryBoost { kind: "memory_boost" }
export interface MemoryNow { available: number; by_ruling: boolean; clause: string; event: "memory"; seat: Seat; spent: number; total: number }
export interface MemoryTied { available: number; by_ruling: boolean; clause: string; event: "memory_tied" }
export interface MoveLaid { op: "move_laid"; seat: Seat; slot: "boost_a" | "boost_b" | "function" | "program"; to: "boost_a" | "boost_b" | "function" | "program" }
export interface MoveLocked { by_ruling: boolean; clause: string; event: "move_locked"; seat: Seat }
export interface Note { op: "note"; text: string }
export interface Noted { by_ruling: boolean; clause: string; event: "noted"; text: string }
export interface NullifyColor { color: string; kind: "nullify_color" }
export interface NullifyIcons { color: string; icon: "attack" | "defense"; kind: "nullify_icons" }
export interface NullifyMemory { kind: "nullify_memory"; n?: number }
export interface Options { exchange?: boolean; interrupt_cost?: number; nullify_counts?: "own" | "rival"; tie_mode?: "extra_round" | "sudden_death" }
export interface OrderChosen { by_ruling: boolean; clause: string; event: "order_chosen"; first: Seat; seat: Seat }
export interface Ordering { exchange: number; leader: Seat; ruled?: true; step: "order" }
export interface Over { kind: "draw" | "loss" | "stopped" | "win"; reason?: string; seats?: Seat[]; step: "over" }
export interface Part { card: string; choice?: "own" | "rival" | null; cost: number; face: "up"; seq: number }
export interface Peek { op: "peek"; seat: Seat }
export interface Peeked { by_ruling: boolean; clause: string; event: "peeked"; seat: Seat }
export interface PickedUp { by_ruling: boolean; cards: number; clause: string; event: "picked_up" }
export interface Play { action: "play"; card?: string | null; choice?: "own" | "rival" | null; ops?: (AdjustAttack | AdjustDefense | AdjustMemory | Note)[]; part: "boost" | "function" | "interrupt" | "program"; seat: Seat; slot: "boost_a" | "boost_b" | "function" | "program" }
export interface Played { by_ruling: boolean; card: string; clause: string; cost: number; event: "played"; part: "boost" | "function" | "interrupt" | "program"; seat: Seat; slot: "boost_a" | "boost_b" | "function" | "program" }
export interface Player { adjust?: Adjust; bios?: Part | null; boost_a?: Part[] | Interrupt; boost_b?: Part[] | Interrupt; function?: Part | Interrupt | null; hand?: number; out?: (string | null)[]; program?: Part | null; shown?: string[][]; stopped?: boolean }
export interface Playing { exchange: number; left: Seat[]; step: "play" }
export interface Program { abilities?: (MemoryBoost | ChangeIcons | SwapIcons | ChangeColor | ColorSum | NullifyIcons | NullifyColor | NullifyMemory)[]; attack: number; color: string; defense: number; memory?: number; type: string }
export interface Recolored { after: string; before: string; by_ruling: boolean; clause: string; event: "recolored"; parts: number; seat: Seat }
export interface ReopenChoices { action: "reopen_choices" }
export interface ResultCorrected { by_ruling: boolean; clause: string; event: "result_corrected"; result: "A" | "B" | "tie"; round: number }
export interface RevealBios { action: "reveal_bios"; bios: Record<string, string>; nonces: Record<string, string | null> }
export interface RoundScored { attack: Both3; by_ruling: boolean; clause: string; defense: Both3; event: "round_scored"; inflicted: Both3 }
export interface RoundStarted { by_ruling: boolean; cards: number; clause: string; event: "round_started"; round: number }
export interface RoundTied { by_ruling: boolean; clause: string; event: "round_tied" }
export interface RoundWon { by_ruling: boolean; clause: string; event: "round_won"; seat: Seat; wins: number }
export interface Ruled { agreed: Seat[]; by_ruling: boolean; clause: string; event: "ruling"; reason: string }
export interface SeenCorrected { by_ruling: boolean; card: string; clause: string; event: "seen_corrected"; now: string; round: number; seat: Seat }
export interface Setup { step: "setup" }
export interface ShowCollection { action: "show_collection"; cards: string[]; seat: Seat }
export interface SidesChanged { by_ruling: boolean; clause: string; event: "sides_changed"; seat: Seat; slot: "bios" | "boost_a" | "boost_b" | "function" | "program" }
export interface SkipProgram { action: "skip_program"; seat: Seat }
export interface Skipped { by_ruling: boolean; clause: string; event: "skipped"; seat: Seat }
export interface StartGame { action: "start_game" }
export interface State { agenda?: (Setup | ChoosingBios | Ordering | Playing | Joint | LeavingOut | LeavingOutTied | Exchanging | Over)[]; owned?: Record<string, string[]>; players?: Both2; results?: ("A" | "B" | "tie")[]; round?: number; typed_cards?: Record<string, TypedCard> }
export interface Stop { action: "stop"; seat: Seat }
export interface Stopped { by_ruling: boolean; clause: string; event: "stopped"; seat: Seat }
export interface SwapIcons { kind: "swap_icons"; target?: "choice" | "own" | "rival" }
export interface TableRuling { action: "ruling"; agreed?: Seat[]; ops: (AdjustAttack | AdjustDefense | AdjustMemory | CorrectCard | MoveLaid | TakeBack | ChangeSides | AddLaid | CorrectResult | CorrectSeen | Peek | Note)[]; reason: string }
export interface TakeBack { op: "take_back"; seat: Seat; slot: "boost_a" | "boost_b" | "function" | "program" }
export interface TakenBack { by_ruling: boolean; clause: string; event: "taken_back"; seat: Seat; slot: "boost_a" | "boost_b" | "function" | "program" }
export interface Tally { attack: number; by_ruling: boolean; clause: string; defense: number; event: "tally"; seat: Seat; step: "adjustment" | "benefits" | "change_icons" | "color_sum" | "icons" | "no_less" | "nullify_icons" | "swap_icons" | "weaknesses" }
export interface TypedCard { bios?: Bios | null; boost?: Boost | null; function?: Function | null; id: string; name?: string; program?: Program | null }
export interface Unchanged { by_ruling: boolean; clause: string; event: "unchanged"; op: string; place: number }
export interface Unlock { action: "unlock"; seat: Seat }
export interface Unlocked { by_ruling: boolean; clause: string; event: "unlocked"; seat: Seat }
}

export namespace bhm {
export interface AbilityPlan { aims?: TerritoryRef[]; ops: (CounterChange | AttrChange | AttrSet | Heal | Damage | RankChange | Kill | Annihilate | Petrify | Unpetrify | Freeze | Unfreeze | ForceFlee | AddKeyword | RemoveKeyword | RemoveName | DestroyTerritory | DestroyObject | DestroyPower | TakeControl | MoveCard | Draw | DiscardCards | GrantInstantCall | GrantPowerAttack | CancelTop | Note)[]; plan: "ability"; source: number; targeted: boolean }
export type Action = SetupPlayer | Exchange | EnterRoll | DrawMandatory | ReturnDeserter | EndPhase | DrawOptional | Discard | Concede | CallBeing | InstantCall | ChooseTerror | AssignSummonPoints | Summon | PlayStrategy | PlayPower | PlayReaction | EquipObject | ReattachObject | PlayTerritory | DeclarePhysical | DeclarePower | ResolveCombat | ResolveNextAttack | NoReaction | PassAll | DeclareEffect | Ruling | AddCard | UseEffect | JudgeConflict;
export interface AddCard { action: "add_card"; elements?: string[]; fue?: number | null; id: string; inmune?: number | null; keywords?: string[]; kind: "being" | "entity" | "object" | "power" | "special" | "strategy" | "summon" | "territory"; pod?: number | null; pod_cost?: number; rank: number; res?: number | null; salud?: number | null; terror?: number | null; traits?: string[]; val?: number | null }
export interface AddKeyword { figure: number; iid: number; keyword: "eterno" | "indestructible" | "inmortal" | "inmune" | "intangible" | "invisible" | "resistencia_magica" | "terror" | "vinculo_de_poder"; op: "add_keyword"; until: "end_of_turn" | "permanent" }
export interface Annihilate { iid: number; op: "annihilate" }
export interface Annihilated { by_ruling: boolean; card: string; clause: string; event: "annihilated"; seat: Seat }
export interface Announced { by_ruling: boolean; card: string; clause: string; event: "announced"; seat: Seat; what: "ability" | "attack" | "call" | "draw" | "instant_call" | "object" | "power" | "strategy" | "summon" | "territory" | "terror" }
export interface AssignSummonPoints { action: "assign_summon_points"; power: number; seat: Seat; summoner: number }
export interface AttackLost { by_ruling: boolean; card: string | null; clause: string; event: "attack_lost"; reason: "entity" | "eterno" | "fire" | "frozen" | "gone" | "illegal" | "immune" | "indestructible" | "inmortal" | "intangible" | "invisible" | "no_attribute" | "no_space" | "not_there" | "nothing_pending" | "out"; seat: Seat }
export interface AttackPlan { attacker: number; plan: "attack"; pod?: number | null; target: number }
export interface AttackQueued { by_ruling: boolean; card: string; clause: string; event: "attack_queued"; pod: number | null; seat: Seat; target: string; whose: Seat }
export interface AttackResolved { by_ruling: boolean; card: string; clause: string; event: "attack_resolved"; pod: number | null; res: number; salud: number; seat: Seat; target: string; whose: Seat }
export interface Attr { base: number; cur: number; max: number }
export interface AttrChange { attr: "fue" | "pod" | "res" | "salud" | "val"; delta: number; iid: number; op: "attr_change"; until: "end_of_turn" | "permanent" }
export interface AttrSet { attr: "fue" | "pod" | "res" | "salud" | "val"; iid: number; op: "attr_set"; value: number }
export interface AttributeChanged { attr: "fue" | "pod" | "res" | "salud" | "val" | "rank"; by_ruling: boolean; card: string; clause: string; event: "attribute_changed"; most: number; now: number; seat: Seat }
export interface Being { applied?: number[]; beside?: Held[]; card: string; drained?: boolean; executed?: Executed[]; fed?: boolean; fled_turn?: number | null; fresh?: boolean; frozen?: boolean; fue?: Attr | null; iid: number; keywords?: string[]; kind: "being" | "entity" | "special" | "summon"; name_lost?: boolean; objects?: Held[]; owner: Seat; physical_used?: boolean; pod?: Attr | null; points?: number; power_granted?: boolean; power_used?: boolean; powers?: Held[]; rank_base: number; res?: Attr | null; returned?: boolean; salud?: Attr | null; seq: number; since: number; temp?: Temp[]; type: "being"; val?: Attr | null }
export interface CallBeing { action: "call_being"; card: string; seat: Seat; slot: number }
export interface CallPlan { card: string; instant?: boolean; plan: "call"; slot: number }
export interface CancelTop { op: "cancel_top" }
export interface Cancelled { by_ruling: boolean; card: string | null; clause: string; event: "cancelled"; seat: Seat; what: "ability" | "attack" | "call" | "draw" | "instant_call" | "object" | "power" | "strategy" | "summon" | "territory" | "terror" }
export interface Card { can_attack?: boolean; copies_max?: number | null; divine?: "demigod" | "god" | "none"; effects?: Effect[]; elements?: ("agua" | "aire" | "fuego" | "rayo" | "tierra")[]; equips?: boolean; fue?: number | null; id: string; instant?: boolean; keywords?: string[]; kind: "being" | "entity" | "object" | "power" | "special" | "strategy" | "summon" | "territory"; marks?: ("basico" | "ente" | "epico" | "legendario" | "ordinario" | "primigenio" | "unico")[]; mods?: Record<string, number>; name: string | Name; pod?: number | null; pod_cost?: number; pod_cost_when?: "later" | "now"; rank: number; reaction?: boolean; res?: number | null; salud?: number | null; stays?: boolean; summoner?: boolean; survives_zero?: ("pod" | "salud")[]; text?: string | Prose | null; types?: string[]; val?: number | null }
export interface CardAdded { by_ruling: boolean; card: string; clause: string; event: "card_added"; kind: "being" | "entity" | "object" | "power" | "special" | "strategy" | "summon" | "territory"; rank: number }
export interface CardSource { card: string; seat: Seat }
export interface ChooseTerror { action: "choose_terror"; seat: Seat; source: number; target: number | null }
export interface Compared { by_ruling: boolean; clause: string; event: "compared"; other: Seat; own: number; seat: Seat; theirs: number }
export interface Concede { action: "concede"; seat: Seat }
export interface ConflictJudged { by_ruling: boolean; card: string; clause: string; event: "conflict_judged"; other: number; over: string; rank: number; seat: Seat }
export interface ControlChanged { by_ruling: boolean; card: string; clause: string; event: "control_changed"; seat: Seat; slot: number; was: Seat }
export interface CounterChange { delta: number; op: "counter_change"; seat: Seat }
export interface CounterChanged { by_ruling: boolean; cause: "annihilated" | "armagedon" | "effect" | "entity" | "fled" | "inferiority" | "killed" | "petrified" | "ruling" | "start" | "superiority" | "territory"; clause: string; event: "counter_changed"; now: number; seat: Seat; was: number }
export interface Damage { amount: number; attr: "fue" | "pod" | "res" | "salud" | "val"; iid: number; op: "damage" }
export interface DeclareEffect { action: "declare_effect"; activates: boolean; ops: (CounterChange | AttrChange | AttrSet | Heal | Damage | RankChange | Kill | Annihilate | Petrify | Unpetrify | Freeze | Unfreeze | ForceFlee | AddKeyword | RemoveKeyword | RemoveName | DestroyTerritory | DestroyObject | DestroyPower | TakeControl | MoveCard | Draw | DiscardCards | GrantInstantCall | GrantPowerAttack | CancelTop | Note)[]; seat: Seat; source: number | CardSource; targeted: boolean }
export interface DeclarePhysical { action: "declare_physical"; attacker: number; seat: Seat; target: number }
export interface DeclarePower { action: "declare_power"; attacker: number; pod: number; seat: Seat; target: number }
export interface Declaring { queue?: AttackPlan[]; step: "declaring" }
export interface DestroyObject { card: string; iid: number; op: "destroy_object" }
export interface DestroyPower { card: string; iid: number; op: "destroy_power" }
export interface DestroyTerritory { index: number; op: "destroy_territory"; seat: Seat }
export interface Detached { bearer: string; by_ruling: boolean; card: string; clause: string; event: "detached"; seat: Seat }
export interface Dice { dice: Die[]; step: "dice" }
export interface Die { id: string; needs?: number | null; panel: Seat; purpose: string; value?: number | null }
export interface Discard { action: "discard"; cards: string[]; seat: Seat }
export interface DiscardCards { cards: string[]; op: "discard_cards"; seat: Seat }
export interface Discarded { by_ruling: boolean; cards: string[]; clause: string; event: "discarded"; hand: number; seat: Seat }
export interface Draw { mandatory?: boolean; n: number; op: "draw"; seat: Seat }
export interface DrawAnnounced { by_ruling: boolean; clause: string; event: "draw_announced"; seat: Seat }
export interface DrawMandatory { action: "draw_mandatory"; seat: Seat }
export interface DrawOptional { action: "draw_optional"; seat: Seat; take: boolean }
export interface DrawPlan { mandatory: boolean; plan: "draw" }
export interface Drawn { by_ruling: boolean; clause: string; deck: number; event: "drawn"; hand: number; mandatory: boolean; n: number; seat: Seat }
export interface Effect { arguments?: Record<string, number | boolean | string | string[]>; op: string; target: "any_being" | "enemy_being" | "enemy_player" | "enemy_territory" | "own_being" | "own_player" | "self" | "top"; when: "declared" | "on_enter" | "on_play" }
export interface Eliminated { by_ruling: boolean; clause: string; event: "eliminated"; reason: "concede" | "counter" | "deckout"; seat: Seat }
export interface EndPhase { action: "end_phase"; seat: Seat }
export interface EnterRoll { action: "enter_roll"; roll: string; value: number }
export interface Entered { by_ruling: boolean; card: string; clause: string; event: "entered"; how: "call" | "instant_call" | "moved" | "summon"; seat: Seat; slot: number }
export interface EquipObject { action: "equip_object"; being: number; card: string; seat: Seat }
export interface Equipped { bearer: string; by_ruling: boolean; card: string; clause: string; event: "equipped"; seat: Seat }
export type Event = Drawn | Cancelled | Entered | NoEffect | Equipped | Detached | AttributeChanged | KeywordChanged | PetrifiedEvent | WentTo | ControlChanged | Granted | CounterChanged | Discarded | Eliminated | GameOver | TerritoryDestroyed | Killed | Annihilated | Fled | Frozen | Thawed | MatchDrawn | NameLost | SetUp | Exchanged | Rolled | TurnStarted | WaitsToReturn | Returned | Compared | Restored | TerrorChosen | PointsAssigned | PointsDrained | TerritoryEntered | AttackQueued | AttackLost | AttackResolved | PhaseChanged | Announced | DrawAnnounced | Ruled | Noted | Peeked | Unchanged | CardAdded | ConflictJudged;
export interface Exchange { action: "exchange"; n: number; seat: Seat }
export interface Exchanged { by_ruling: boolean; clause: string; event: "exchanged"; n: number; seat: Seat }
export interface Executed { cancelled?: boolean; card: string; equipped: boolean; rank: number; seq: number }
export interface Fighting { queue: AttackPlan[]; step: "fighting" }
export interface Final { at?: "F0" | "F1" | "F2" | "F3" | "F4" | "F5" | "F6"; cut?: boolean; step: "final" }
export interface Fled { by_ruling: boolean; card: string; clause: string; event: "fled"; seat: Seat }
export interface ForceFlee { iid: number; op: "force_flee" }
export interface Freeze { iid: number; op: "freeze" }
export interface Frozen { by_ruling: boolean; card: string; clause: string; event: "frozen"; seat: Seat }
export interface GameOver { by_ruling: boolean; clause: string; event: "game_over"; winner: Seat }
export interface GrantFilter { elements?: ("agua" | "aire" | "fuego" | "rayo" | "tierra")[]; rank_max?: number | null; types?: string[] }
export interface GrantInstantCall { elements?: ("agua" | "aire" | "fuego" | "rayo" | "tierra")[]; op: "grant_instant_call"; rank_max?: number | null; seat: Seat; types?: string[] }
export interface GrantPowerAttack { iid: number; op: "grant_power_attack" }
export interface Granted { by_ruling: boolean; card: string | null; clause: string; event: "granted"; seat: Seat; what: "instant_call" | "power_attack" }
export interface Heal { amount: number; attr: "fue" | "pod" | "res" | "salud" | "val"; iid: number; op: "heal" }
export interface Held { card: string; mods?: Record<string, number>; owner: Seat; rank: number; seq: number; turn?: number }
export interface Initial { at?: "draw" | "return"; step: "initial" }
export interface InstantCall { action: "instant_call"; card: string; grant: number | null; seat: Seat; slot: number }
export interface JudgeConflict { action: "judge_conflict"; first: number; second: number }
export interface KeywordChanged { added: boolean; by_ruling: boolean; card: string; clause: string; event: "keyword_changed"; keyword: string; seat: Seat }
export interface Kill { iid: number; op: "kill" }
export interface Killed { by_ruling: boolean; card: string; clause: string; event: "killed"; seat: Seat }
export interface MatchDrawn { by_ruling: boolean; clause: string; event: "match_drawn" }
export interface MoveCard { op: "move_card"; origin: PlaceRef; slot?: number | null; to: PlaceRef; what: number | string }
export interface Name { en: string; es: string; gender?: "f" | "m"; more?: Record<string, string> }
export interface NameLost { by_ruling: boolean; card: string; clause: string; event: "name_lost"; seat: Seat }
export interface NoEffect { by_ruling: boolean; card: string | null; clause: string; event: "no_effect"; reason: "entity" | "eterno" | "fire" | "frozen" | "gone" | "illegal" | "immune" | "indestructible" | "inmortal" | "intangible" | "invisible" | "no_attribute" | "no_space" | "not_there" | "nothing_pending" | "out"; seat: Seat }
export interface NoReaction { action: "no_reaction"; seat: Seat }
export interface Note { op: "note"; text: string }
export interface Noted { by_ruling: boolean; clause: string; event: "noted"; text: string }
export interface ObjectPlan { being: number; card: string; orphan?: number | null; plan: "object" }
export interface Options { armagedon?: number | "off"; attack_scope?: "any" | "direct"; attacks_per_being?: "one" | "one_of_each"; call_budget?: "live" | "snapshot"; combat_mode?: "batch" | "immediate"; deckout?: "on_empty" | "on_mandatory_draw"; deserters_return?: "controllers_turn" | "next_turn"; direct_adversary?: "next" | "previous"; entity_death_points?: number; first_turn_draw?: boolean; flee_attachments?: "discard" | "travel"; instant_call_rank_limit?: boolean; invisible_in_superiority?: boolean; petrified_counts?: boolean; reaction_uses_slot?: boolean; reaction_windows?: "ask" | "off"; restore_scope?: "active" | "all"; second_flight_deck?: "bottom" | "shuffle" | "top"; second_strategy?: "calls_and_strategies" | "full"; starting_counter?: number; strategy_pool?: "per_card" | "per_turn_sum"; territory_destroys?: "mandatory" | "optional"; terror_on_return?: boolean; third_territory?: "reject" | "replace" }
export interface Orphans { objects: Held[]; type: "orphans" }
export interface Over { kind: "draw" | "loss" | "stopped" | "win"; reason?: string; seats?: Seat[]; step: "over" }
export interface PassAll { action: "pass_all" }
export interface Peek { op: "peek"; seat: Seat }
export interface Peeked { by_ruling: boolean; clause: string; event: "peeked"; seat: Seat }
export interface Petrified { card: string; iid: number; orphans?: Held[]; owner: Seat; type: "petrified" }
export interface PetrifiedEvent { by_ruling: boolean; card: string; clause: string; event: "petrified"; seat: Seat; stone: boolean }
export interface Petrify { iid: number; op: "petrify" }
export interface PhaseChanged { by_ruling: boolean; clause: string; event: "phase_changed"; phase: "combat" | "final" | "initial" | "setup" | "strategy_1" | "strategy_2"; seat: Seat }
export interface PlaceRef { seat: Seat; zone: "dead" | "deck" | "deserters" | "field" | "hand" | "strategy" | "summons" | "territories" }
export interface PlayPower { action: "play_power"; card: string; executor: number; seat: Seat; targets: (number | "A" | "B" | "C" | "D" | "top" | TerritoryRef | null)[] }
export interface PlayReaction { action: "play_reaction"; card: string; executor: number | null; seat: Seat; targets: (number | "A" | "B" | "C" | "D" | "top" | TerritoryRef | null)[] }
export interface PlayStrategy { action: "play_strategy"; card: string; seat: Seat; targets: (number | "A" | "B" | "C" | "D" | "top" | TerritoryRef | null)[] }
export interface PlayTerritory { action: "play_territory"; card: string; destroy: TerritoryRef | null; replace: number | null; seat: Seat }
export interface Played { cancelled?: boolean; card: string; executor: number; fed?: number | null; rank: number; seq: number }
export interface Player { alive?: boolean; call_snapshot?: number | null; call_spent?: number; counter?: number; dead?: string[]; deck?: number; deck_size?: number; deserters?: Being[]; exchanged?: boolean; field?: (Being | Petrified | Orphans | null)[]; grants?: GrantFilter[]; hand?: number; known_summons?: string[]; out?: "concede" | "counter" | "deckout" | null; powers?: Played[]; ready?: boolean; strategies?: Held[]; strategy_sum?: number; strategy_used?: boolean; summons?: number; summons_size?: number; territories?: Held[] }
export interface PointsAssigned { by_ruling: boolean; card: string; clause: string; event: "points_assigned"; points: number; power: string; seat: Seat }
export interface PointsDrained { by_ruling: boolean; card: string; clause: string; event: "points_drained"; left: number; points: number; seat: Seat }
export interface PowerPlan { card: string; executor: number; last_pod?: boolean; plan: "power"; targets?: (number | "A" | "B" | "C" | "D" | "top" | TerritoryRef | null)[] }
export interface Prose { en: string; es: string; more?: Record<string, string> }
export interface RankChange { delta: number; iid: number; op: "rank_change"; until: "end_of_turn" | "permanent" }
export interface ReattachObject { action: "reattach_object"; being: number; index: number; seat: Seat; slot: number }
export interface RemoveKeyword { figure: number; iid: number; keyword: "eterno" | "indestructible" | "inmortal" | "inmune" | "intangible" | "invisible" | "resistencia_magica" | "terror" | "vinculo_de_poder"; op: "remove_keyword"; until: "end_of_turn" | "permanent" }
export interface RemoveName { iid: number; op: "remove_name" }
export interface ResolveCombat { action: "resolve_combat"; seat: Seat }
export interface ResolveNextAttack { action: "resolve_next_attack"; seat: Seat }
export interface Restored { by_ruling: boolean; clause: string; event: "restored"; seat: Seat }
export interface ReturnDeserter { action: "return_deserter"; iid: number; seat: Seat; slot: number }
export interface Returned { by_ruling: boolean; card: string; clause: string; event: "returned"; seat: Seat; slot: number }
export interface Rolled { by_ruling: boolean; clause: string; event: "rolled"; roll: string; seat: Seat; value: number }
export interface Ruled { agreed: Seat[]; by_ruling: boolean; clause: string; event: "ruling"; reason: string }
export interface Ruling { action: "ruling"; agreed?: Seat[]; ops: (CounterChange | AttrChange | AttrSet | Heal | Damage | RankChange | Kill | Annihilate | Petrify | Unpetrify | Freeze | Unfreeze | ForceFlee | AddKeyword | RemoveKeyword | RemoveName | DestroyTerritory | DestroyObject | DestroyPower | TakeControl | MoveCard | Draw | DiscardCards | GrantInstantCall | GrantPowerAttack | CancelTop | Note | Peek)[]; reason: string }
export interface SetUp { by_ruling: boolean; clause: string; deck: number; event: "set_up"; seat: Seat; summons: number }
export interface SetupDie { step: "setup_die"; tied: Seat[] }
export interface SetupDraw { step: "setup_draw" }
export interface SetupExchange { step: "setup_exchange" }
export interface SetupPlayer { action: "setup_player"; deck_size: number; seat: Seat; summons: number }
export interface State { active?: Seat | null; agenda?: (SetupDraw | SetupExchange | SetupDie | Initial | Strategy | Declaring | Fighting | Final | Terror | Window | Dice | Over)[]; players: Player[]; seq?: number; starter?: Seat | null; turn?: number; typed_cards?: Record<string, Card> }
export interface Strategy { nth: 1 | 2; step: "strategy" }
export interface StrategyPlan { card: string; plan: "strategy"; targets?: (number | "A" | "B" | "C" | "D" | "top" | TerritoryRef | null)[] }
export interface Summon { action: "summon"; card: string; seat: Seat; slot: number; sources: number[] }
export interface SummonPlan { card: string; plan: "summon"; slot: number }
export interface TakeControl { iid: number; op: "take_control"; seat: Seat; slot: number }
export interface Temp { added?: boolean; delta?: number; keyword?: string | null; what: "fue" | "pod" | "res" | "salud" | "val" | "keyword" | "rank" }
export interface TerritoryDestroyed { by_ruling: boolean; card: string; clause: string; event: "territory_destroyed"; seat: Seat }
export interface TerritoryEntered { by_ruling: boolean; card: string; clause: string; event: "territory_entered"; seat: Seat }
export interface TerritoryPlan { card: string; destroy?: TerritoryRef | null; plan: "territory"; replace?: number | null; replaced?: number | null }
export interface TerritoryRef { index: number; seat: Seat; seq?: number | null }
export interface Terror { seat: Seat; source: number; step: "terror" }
export interface TerrorChosen { by_ruling: boolean; card: string; clause: string; event: "terror"; figure: number; seat: Seat; victim: string; whose: Seat }
export interface TerrorPlan { plan: "terror"; source: number; target: number }
export interface Thawed { by_ruling: boolean; card: string; clause: string; event: "thawed"; seat: Seat }
export interface TurnStarted { by_ruling: boolean; clause: string; event: "turn_started"; seat: Seat; turn: number }
export interface Unchanged { by_ruling: boolean; clause: string; event: "unchanged"; op: string; place: number }
export interface Unfreeze { iid: number; op: "unfreeze" }
export interface Unpetrify { op: "unpetrify"; seat: Seat; slot: number }
export interface UseEffect { action: "use_effect"; effect_index: number; seat: Seat; source: number; target: number | "A" | "B" | "C" | "D" | "top" | TerritoryRef | null }
export interface WaitsToReturn { by_ruling: boolean; card: string; clause: string; event: "waits_to_return"; seat: Seat }
export interface WentTo { by_ruling: boolean; card: string; clause: string; event: "went_to"; seat: Seat; where: "bottom" | "shuffle" | "top" | null; zone: "dead" | "deck" | "deserters" | "field" | "hand" | "strategy" | "summons" | "territories" }
export interface Window { plan: CallPlan | SummonPlan | StrategyPlan | PowerPlan | ObjectPlan | TerritoryPlan | AttackPlan | TerrorPlan | DrawPlan | AbilityPlan; rank?: number | null; seat: Seat; seq: number; step: "window"; waiting: Seat[] }
}

export namespace mamlejet {
export interface Abandon { action: "abandon" }
export interface Ability { cost?: Cost; effects?: (GainWealth | Draw | Discard | Mill | Damage | Heal | Eliminate | ModDifficulty | ModAttack | ModCity | GrantKeyword | LoseKeyword | Dedicate | Liberate | Attach | Detach | ChangeController | CounterItem | EnemyEnters | operations_Roll)[]; kind: "action" | "triggered"; on?: "city_hit_self" | "combat_start" | "defeated_self" | "end_of_turn" | "enters_ally" | "enters_enemy" | "enters_self" | "hits_self" | "leaves_self" | "step_draw_self" | null; roll?: number | null; targets?: Aim[] }
export interface AbilityPlayed { by_ruling: boolean; card: string; clause: string; event: "ability_played"; seat: Seat }
export type Action = RegisterDeck | RegisterCard | RegisterList | Mulligan | KeepHand | lots_Roll | RevealEnemy | Pass | PassAll | PassRound | PassMains | AskAgain | PlayTactic | PlayAbility | PlayResource | Produce | Equip | Choose | DiscardCards | DeclareCard | Assign | Unassign | ConfirmPlan | Defend | DeclineDefence | AssignFrenzy | SkipFrenzy | Ruling | AddCard | TimeUp | Abandon;
export interface Activation { effects: (GainWealth | Draw | Discard | Mill | Damage | Heal | Eliminate | ModDifficulty | ModAttack | ModCity | GrantKeyword | LoseKeyword | Dedicate | Liberate | Attach | Detach | ChangeController | CounterItem | EnemyEnters | operations_Roll)[]; roll?: number | null }
export interface Activations { acted?: number[]; closed?: boolean; now?: number | null; step: "activations" }
export interface AddCard { action: "add_card"; blue?: number; difficulty?: number | null; equip?: number | null; generic?: number; heal_difficulty?: number | null; id: string; keywords?: ("coraje" | "curar" | "dano_catastrofico" | "disparar_proyectiles" | "frenesi" | "infundir_miedo" | "robustez" | "zerizut")[]; legendary?: boolean; red?: number; subtype?: "arma" | "estructura" | "reliquia" | null; type: "enemigo" | "estrategia" | "hishtadlut" | "objeto" | "recurso" | "soldado" | "tefila"; white?: number }
export interface AdjustCount { delta: number; op: "adjust_count"; pile: "city" | "enemy_city" | "hand"; player: Seat }
export interface Aim { class: "ally" | "city" | "damaged_ally" | "dedicated_ally" | "enemy" | "own_ally" | "permanent" | "player" | "soldier" | "stack_item" | "structure"; optional?: boolean }
export interface AllyFell { by_ruling: boolean; card: string; clause: string; event: "ally_fell"; lost: number; owner: Seat }
export interface AskAgain { action: "ask_again" }
export interface AskedAgain { by_ruling: boolean; clause: string; event: "asked_again"; round: number }
export interface Assault { city?: Seat; declined?: Seat[]; defended?: boolean; enemy: number }
export interface Assaults { attacks: Assault[]; stage?: "defence" | "rolls" | "window"; step: "assaults" }
export interface Assign { action: "assign"; enemy: number; seat: Seat; soldier: number }
export interface AssignFrenzy { action: "assign_frenzy"; enemy: number; seat: Seat; soldier: number }
export interface Assigned { by_ruling: boolean; clause: string; enemy: string; event: "assigned"; seat: Seat; soldier: string }
export interface Attach { card: number | "other_enemies" | "self"; op: "attach"; target: number | "other_enemies" | "self" }
export interface Attached { by_ruling: boolean; card: string; clause: string; event: "attached"; to: string | null; whose: Seat | null }
export interface AttackJudged { against: string; by_ruling: boolean; card: string; clause: string; event: "attack_judged"; facing: Seat | null; hit: boolean; index: number; value: number; whose: Seat | null }
export interface Bearer { attack_bonus?: number; difficulty?: number; keywords?: ("coraje" | "curar" | "dano_catastrofico" | "disparar_proyectiles" | "frenesi" | "infundir_miedo" | "robustez" | "zerizut")[] }
export interface Card { abilities?: Ability[]; activation?: Activation | null; attack_bonus?: number; basic?: boolean; bearer?: Bearer | null; city_difficulty?: number; cost?: Cost; defender_bonus?: number; difficulty?: number | null; edition?: string | null; effects?: (GainWealth | Draw | Discard | Mill | Damage | Heal | Eliminate | ModDifficulty | ModAttack | ModCity | GrantKeyword | LoseKeyword | Dedicate | Liberate | Attach | Detach | ChangeController | CounterItem | EnemyEnters | operations_Roll)[]; emuna?: number | null; equip_cost?: Cost | null; heal_difficulty?: number | null; hero?: boolean; id: string; keywords?: ("coraje" | "curar" | "dano_catastrofico" | "disparar_proyectiles" | "frenesi" | "infundir_miedo" | "robustez" | "zerizut")[]; kind?: "objeto" | "soldado" | null; legendary?: boolean; name?: Name; produces?: Wealth | null; quote?: string | null; subtype?: "arma" | "estructura" | "reliquia" | null; targets?: Aim[]; text?: Prose | null; type: "enemigo" | "estrategia" | "hishtadlut" | "objeto" | "recurso" | "soldado" | "tefila" }
export interface CardAdded { by_ruling: boolean; card: string; clause: string; event: "card_added" }
export interface CardIdentified { by_ruling: boolean; card: string; clause: string; event: "card_identified"; seat: Seat }
export interface CardListed { by_ruling: boolean; card: string; clause: string; copies: number; enemies: number; event: "card_listed"; seat: Seat; tactics: number }
export interface CardMoved { by_ruling: boolean; card: string; clause: string; event: "card_moved"; owner: Seat; source: "city" | "enemy_city" | "enemy_out" | "guenizah" | "hand" | "play"; to: "city" | "enemy_city" | "enemy_out" | "guenizah" | "hand" | "play" }
export interface Cards { number: number; purpose?: string; seat: Seat; source: string; step: "cards" }
export interface CardsDrawn { by_ruling: boolean; city: number; clause: string; event: "cards_drawn"; hand: number; n: number; seat: Seat }
export interface ChangeController { op: "change_controller"; player: Seat | number | "controller" | "each" | "owner"; target: number | "other_enemies" | "self" }
export interface Choose { action: "choose"; seat: Seat; value: number[] }
export interface CityAttackJudged { by_ruling: boolean; card: string; city: Seat; clause: string; event: "city_attack_judged"; hit: boolean; index: number; value: number; whose: Seat | null }
export interface CityChosen { by_ruling: boolean; card: string; clause: string; event: "city_chosen"; seat: Seat }
export interface CityEmpty { by_ruling: boolean; clause: string; event: "city_empty"; seat: Seat }
export interface CityHit { by_ruling: boolean; card: string; city: number; clause: string; event: "city_hit"; seat: Seat }
export interface CityModified { by_ruling: boolean; cause: string; clause: string; event: "city_modified"; n: number; seat: Seat; until: "eot" | "in_play" | "while_source" }
export interface CitySpared { by_ruling: boolean; clause: string; event: "city_spared"; seat: Seat }
export interface Commanded { by_ruling: boolean; card: string; clause: string; event: "commanded"; seat: Seat }
export interface ConfirmPlan { action: "confirm_plan"; seat: Seat }
export interface CopiesWarned { by_ruling: boolean; card: string; clause: string; copies: number; event: "copies_warned"; limit: number; seat: Seat }
export interface Cost { blue?: number; generic?: number; red?: number; white?: number }
export interface CountAdjusted { by_ruling: boolean; clause: string; event: "count_adjusted"; n: number; pile: "city" | "enemy_city" | "enemy_out" | "guenizah" | "hand" | "play"; seat: Seat }
export interface CounterItem { op: "counter_item"; stack_item: number }
export interface Countered { by_ruling: boolean; card: string | null; clause: string; event: "countered" }
export interface Damage { op: "damage"; target: number | "other_enemies" | "self" }
export interface DamageWaits { by_ruling: boolean; clause: string; event: "damage_waits"; n: number }
export interface DeckRegistered { by_ruling: boolean; clause: string; deck: string; event: "deck_registered"; hero: string | null; seat: Seat }
export interface DeckSizeWarned { by_ruling: boolean; clause: string; event: "deck_size_warned"; expected: number; given: number; seat: Seat; side: "enemies" | "tactics" }
export interface DeclareCard { action: "declare_card"; cards: string[]; seat: Seat }
export interface DeclineDefence { action: "decline_defence"; enemy?: number | null; seat: Seat }
export interface Dedicate { op: "dedicate"; target: number | "other_enemies" | "self" }
export interface Dedicated { by_ruling: boolean; card: string; clause: string; event: "dedicated"; keeper: Seat; reason: "acts" | "defends" | "effect" | "fights" | "pays" | "ruling"; whose: Seat | null }
export interface Defend { action: "defend"; enemy: number; seat: Seat; soldier: number }
export interface Defended { by_ruling: boolean; city: Seat; clause: string; enemy: string; event: "defended"; seat: Seat; soldier: string }
export interface Detach { card: number | "other_enemies" | "self"; op: "detach" }
export interface Dice { dice: Die[]; step: "dice" }
export interface Die { id: string; needs?: number | null; panel: Seat; purpose: string; value?: number | null }
export interface DieJudged { by_ruling: boolean; card: string; clause: string; event: "die_judged"; hit: boolean; index: number; value: number; whose: Seat | null }
export interface Discard { cards?: string[]; n: number; op: "discard"; player: Seat | number | "controller" | "each" | "owner" }
export interface DiscardCards { action: "discard"; cards: string[]; seat: Seat }
export interface Discarded { by_ruling: boolean; cards: string[]; clause: string; event: "discarded"; hand: number; seat: Seat }
export interface Draw { n: number; op: "draw"; player: Seat | number | "controller" | "each" | "owner" }
export interface Eliminate { op: "eliminate"; target: number | "other_enemies" | "self" }
export interface EndGame { op: "end_game"; result: "draw" | "loss" | "win"; winners?: Seat[] }
export interface EnemiesExhausted { by_ruling: boolean; clause: string; event: "enemies_exhausted"; round: number }
export interface EnemyActs { by_ruling: boolean; card: string; clause: string; event: "enemy_acts"; keeper: Seat; whose: Seat | null }
export interface EnemyDefeated { by_ruling: boolean; card: string; clause: string; event: "enemy_defeated"; score: number; seat: Seat }
export interface EnemyEntered { by_ruling: boolean; card: string; clause: string; event: "enemy_entered"; owner: Seat }
export interface EnemyEnters { card?: string | null; op: "enemy_enters"; owner: Seat | "leader" | "owner" }
export interface EnteredPlay { by_ruling: boolean; card: string; clause: string; event: "entered_play"; seat: Seat }
export interface Entries { due: Seat[]; step: "entries" }
export interface EpicFailure { by_ruling: boolean; card: string; clause: string; event: "epic_failure"; n: number; whose: Seat | null }
export interface Equip { action: "equip"; dedicate: number[]; seat: Seat; soldier: number; spend?: Split | null; weapon: number }
export interface EquipPlayed { by_ruling: boolean; card: string; clause: string; event: "equip_played"; seat: Seat; soldier: string }
export type Event = CityEmpty | Triggered | EnteredPlay | Healed | EnemyEntered | CardsDrawn | Produced | Paid | LeftPlay | Attached | DamageWaits | AllyFell | EnemyDefeated | CityHit | Countered | Dedicated | Discarded | CardMoved | StepBegun | MatchEnded | HeroDrawn | FirstRound | DeckSizeWarned | CopiesWarned | ResourcesAdvised | DeckRegistered | CardListed | ListClosed | HandDrawnAgain | HandKept | Rolled | CityChosen | RoundStarted | NoEnemy | EnemyActs | EnemiesExhausted | OrderSet | RoundPassed | AskedAgain | TacticPlayed | AbilityPlayed | ResourcePlayed | EquipPlayed | WealthGained | Freed | Commanded | Readied | Modified | KeywordChanged | CityModified | CountAdjusted | CardIdentified | FallenMarked | Resolved | Fizzled | DieJudged | EpicFailure | Assigned | Unassigned | PlanConfirmed | Defended | Undefended | CitySpared | AttackJudged | CityAttackJudged | FrenzyTaken | Ruled | Noted | Peeked | Unchanged | CardAdded | TimeIsUp;
export interface Fall { by: number; catastrophic?: boolean; fallen?: boolean; seat: Seat }
export interface FallenMarked { by_ruling: boolean; card: string; clause: string; event: "fallen_marked"; mark: "battle" | "city" | "none"; seat: Seat }
export interface Falls { left: Fall[]; step: "falls" }
export interface FirstRound { by_ruling: boolean; clause: string; event: "first_round"; round: number }
export interface Fizzled { by_ruling: boolean; card: string; clause: string; event: "fizzled"; whose: Seat | null }
export interface Freed { by_ruling: boolean; card: string; clause: string; event: "freed"; keeper: Seat; whose: Seat | null }
export interface FrenzyChoice { allies_done?: boolean; enemies?: number[]; step: "frenzy_choice" }
export interface FrenzyTaken { by_ruling: boolean; clause: string; enemy: string | null; event: "frenzy_taken"; seat: Seat; soldier: string }
export interface GainWealth { colour: "blue" | "red" | "white"; n: number; op: "wealth"; player: Seat | number | "controller" | "each" | "owner" }
export interface GrantKeyword { duration: "eot" | "in_play" | "while_source"; keyword: "coraje" | "curar" | "dano_catastrofico" | "disparar_proyectiles" | "frenesi" | "infundir_miedo" | "robustez" | "zerizut"; op: "grant_keyword"; target: number | "other_enemies" | "self" }
export interface HandDrawnAgain { by_ruling: boolean; city: number; clause: string; event: "hand_drawn_again"; hand: number; seat: Seat }
export interface HandKept { by_ruling: boolean; clause: string; event: "hand_kept"; hand: number; seat: Seat }
export interface Heal { difficulty: number; op: "heal"; target: number | "other_enemies" | "self"; value?: number | null }
export interface Healed { by_ruling: boolean; card: string; clause: string; event: "healed"; whose: Seat | null }
export interface Hero { seat: Seat; step: "hero" }
export interface HeroDrawn { by_ruling: boolean; card: string; clause: string; event: "hero_drawn"; seat: Seat }
export interface Hit { by: Seat | "enemy" | "none"; id: number }
export interface Identify { card: string; index: number; op: "identify"; seat: Seat }
export interface Initiative { groups: Seat[][]; step: "initiative"; times?: number }
export interface Item { ability?: number | null; card?: string | null; controller?: Seat | null; hits?: number[]; id: number; kind: "ability" | "activation" | "batch" | "damage" | "equip" | "shot" | "tactic" | "trigger"; owner?: Seat | null; source?: number | null; targets?: (number | Seat | null)[] }
export interface KeepHand { action: "keep_hand"; seat: Seat }
export interface KeywordChanged { by_ruling: boolean; card: string; cause: string; clause: string; event: "keyword_changed"; gained: boolean; keyword: "coraje" | "curar" | "dano_catastrofico" | "disparar_proyectiles" | "frenesi" | "infundir_miedo" | "robustez" | "zerizut"; until: "eot" | "in_play" | "while_source"; whose: Seat | null }
export interface LeftPlay { by_ruling: boolean; card: string; clause: string; event: "left_play"; owner: Seat; to: "city" | "enemy_city" | "enemy_out" | "guenizah" | "hand" | "play" }
export interface Liberate { op: "liberate"; target: number | "other_enemies" | "self" }
export interface ListClosed { by_ruling: boolean; clause: string; event: "list_closed"; kept: boolean; seat: Seat }
export interface LoseKeyword { duration: "eot" | "in_play" | "while_source"; keyword: "coraje" | "curar" | "dano_catastrofico" | "disparar_proyectiles" | "frenesi" | "infundir_miedo" | "robustez" | "zerizut"; op: "lose_keyword"; target: number | "other_enemies" | "self" }
export interface Lot { chosen?: number | null; id: string; number: number; panel: Seat; purpose: string }
export interface Lying { card: string; fallen?: "battle" | "city" | "none"; owner: Seat; was?: number | null }
export interface MarkFallen { index: number; mark: "battle" | "city" | "none"; op: "mark_fallen"; seat: Seat }
export interface MatchEnded { by_ruling: boolean; clause: string; event: "match_ended"; reason: "abandoned" | "both" | "card" | "clock" | "empty_city" | "emuna" | "exhausted" | "lost"; result: "draw" | "loss" | "stopped" | "win"; winners: Seat[] }
export interface Mill { cards?: string[]; n: number; op: "mill"; player: Seat | number | "controller" | "each" | "owner" }
export interface Mod { cause: string; keyword?: "coraje" | "curar" | "dano_catastrofico" | "disparar_proyectiles" | "frenesi" | "infundir_miedo" | "robustez" | "zerizut" | null; kind: "attack" | "city" | "difficulty" | "grant" | "lose"; n?: number; source?: number | null; until: "eot" | "in_play" | "while_source" }
export interface ModAttack { duration: "eot" | "in_play" | "while_source"; n: number; op: "mod_attack"; target: number | "other_enemies" | "self" }
export interface ModCity { duration: "eot" | "in_play" | "while_source"; n: number; op: "mod_city"; player: Seat | number | "controller" | "each" | "owner" }
export interface ModDifficulty { duration: "eot" | "in_play" | "while_source"; n: number; op: "mod_difficulty"; target: number | "other_enemies" | "self" }
export interface Modified { by_ruling: boolean; card: string; cause: string; clause: string; event: "modified"; n: number; until: "eot" | "in_play" | "while_source"; what: "attack" | "difficulty"; whose: Seat | null }
export interface MoveCard { card: string; op: "move_card"; owner: Seat; permanent?: number | null; source: "city" | "enemy_city" | "enemy_out" | "guenizah" | "hand" | "play"; to: "city" | "enemy_city" | "enemy_out" | "guenizah" | "hand" | "play" }
export interface Mulligan { action: "mulligan"; seat: Seat }
export interface Name { en?: string | null; es?: string | null; gender?: "f" | "m"; more?: Record<string, string> }
export interface NoEnemy { by_ruling: boolean; clause: string; event: "no_enemy"; round: number }
export interface Note { op: "note"; text: string }
export interface Noted { by_ruling: boolean; clause: string; event: "noted"; text: string }
export interface Options { city_attack_difficulty?: number; clock_finish_round?: boolean; clock_keeps_threshold?: boolean; clock_minutes?: number | null; custom_cap_per_player?: number | null; custom_fixed?: number; custom_per_player?: number; deck_check?: "off" | "strict" | "warn"; deck_enemies?: number; deck_tactics?: number; dedicated_enemy_attackable?: boolean; dedicated_enemy_attacks_city?: boolean; dedicated_enemy_strikes_back?: boolean; defend_others?: boolean; emuna_loss?: "defeated" | "defeated_and_city" | "guenizah_all"; enemy_frenzy_after_city?: boolean; enemy_source?: "leader" | "rotate"; epic_fail_penalty?: number; epic_fail_scope?: "all_rolls" | "attack_rolls"; epic_fail_timing?: "after_batch" | "batch_first"; exhausted_enemies?: "best_score" | "continue" | "draw"; hand_limit?: number; heal_from_guenizah?: boolean; legendary_enemy_scores?: boolean; level?: "custom" | "escudero" | "guerrero" | "heroe"; loss_emuna?: number; max_copies?: number; mode?: "clock" | "emuna"; mulligan_floor?: number; opening_hand?: number; projectile_city_difficulty?: number; projectile_penalty?: number; projectile_penalty_vs_city?: boolean; solo_skip_first_draw?: boolean; threat_skip_rounds?: number; win_emuna?: number }
export interface OrderSet { by_ruling: boolean; clause: string; event: "order_set"; order: Seat[] }
export interface Ordering { seat: Seat; step: "ordering"; triggers: number[] }
export interface Over { kind: "draw" | "loss" | "stopped" | "win"; reason?: string; seats?: Seat[]; step: "over" }
export interface Paid { blue: number; by_ruling: boolean; clause: string; event: "paid"; red: number; seat: Seat; white: number }
export interface Pass { action: "pass"; seat: Seat }
export interface PassAll { action: "pass_all" }
export interface PassMains { action: "pass_mains" }
export interface PassRound { action: "pass_round" }
export interface Peek { op: "peek"; seat: Seat }
export interface Peeked { by_ruling: boolean; clause: string; event: "peeked"; seat: Seat }
export interface Permanent { attached_to?: number | null; attacked?: boolean; card: string; controller?: Seat | null; dedicated?: "acts" | "defends" | "effect" | "fights" | "pays" | "ruling" | null; defending?: boolean; entered?: boolean; frenzy_due?: boolean; frenzy_opponent?: number | null; frenzy_used?: boolean; hits?: Hit[]; id: number; mods?: Mod[]; opponent?: number | null; owner: Seat }
export interface Plan { step: "plan" }
export interface PlanConfirmed { by_ruling: boolean; clause: string; event: "plan_confirmed"; n: number; seat: Seat }
export interface PlayAbility { ability: number | "heal" | "shoot"; action: "play_ability"; dedicate: number[]; permanent: number; seat: Seat; spend?: Split | null; targets: (number | Seat | null)[] }
export interface PlayResource { action: "play_resource"; card: string; seat: Seat }
export interface PlayTactic { action: "play_tactic"; card: string; dedicate: number[]; seat: Seat; spend?: Split | null; targets: (number | Seat | null)[] }
export interface Player { city?: number; city_mods?: Mod[]; deck?: string | null; drawn_out?: boolean; enemy_city?: number; enemy_out?: string[]; guenizah?: Lying[]; hand?: number; hero?: string | null; kept?: boolean; listed?: Record<string, number>; listing?: boolean; mulligans?: number; pool?: Wealth; resource_played?: boolean; seat: Seat }
export interface Produce { action: "produce"; permanent: number; seat: Seat }
export interface Produced { blue: number; by_ruling: boolean; card: string; clause: string; event: "produced"; red: number; seat: Seat; white: number }
export interface Prose { en?: string | null; es?: string | null; more?: Record<string, string> }
export interface Readied { by_ruling: boolean; card: string; clause: string; event: "readied"; whose: Seat | null }
export interface Ready { op: "ready"; target: number | "other_enemies" | "self" }
export interface RegisterCard { action: "register_card"; card: string; copies: number; seat: Seat }
export interface RegisterDeck { action: "register_deck"; deck: string; seat: Seat }
export interface RegisterList { action: "register_list"; seat: Seat }
export interface Resolved { by_ruling: boolean; card: string; clause: string; event: "resolved"; whose: Seat | null }
export interface Resolving { asked?: boolean; item: Item; left: (GainWealth | Draw | Discard | Mill | Damage | Heal | Eliminate | ModDifficulty | ModAttack | ModCity | GrantKeyword | LoseKeyword | Dedicate | Liberate | Attach | Detach | ChangeController | CounterItem | EnemyEnters | operations_Roll)[]; step: "resolving" }
export interface ResourcePlayed { by_ruling: boolean; card: string; clause: string; event: "resource_played"; hand: number; seat: Seat }
export interface ResourcesAdvised { advised: number; by_ruling: boolean; clause: string; event: "resources_advised"; given: number; resources: number; seat: Seat }
export interface RevealEnemy { action: "reveal_enemy"; card: string; owner: Seat }
export interface Rolled { by_ruling: boolean; clause: string; event: "rolled"; roll: string; seat: Seat; value: number }
export interface Round { active?: Seat; at: "1a" | "1b" | "1c" | "2a" | "2b" | "2c" | "2c_plan" | "2d" | "3a_defence" | "3a_rolls" | "3a_targets" | "3a_w1" | "3a_w2" | "3b" | "3c" | "3d" | "3d_frenzy" | "3e" | "3g" | "4a" | "4b" | "over" | "setup"; begun?: boolean; mains?: boolean; quiet?: boolean; step: "round" }
export interface RoundPassed { by_ruling: boolean; clause: string; event: "round_passed"; mains: boolean; round: number }
export interface RoundStarted { by_ruling: boolean; clause: string; event: "round_started"; round: number }
export interface Ruled { agreed: Seat[]; by_ruling: boolean; clause: string; event: "ruling"; reason: string }
export interface Ruling { action: "ruling"; agreed?: Seat[]; cause?: Seat | "enemy" | "none"; ops: (GainWealth | Draw | Discard | Mill | Damage | Heal | Eliminate | ModDifficulty | ModAttack | ModCity | GrantKeyword | LoseKeyword | Dedicate | Liberate | Attach | Detach | MoveCard | ChangeController | CounterItem | EnemyEnters | AdjustCount | Identify | MarkFallen | Ready | EndGame | Peek | Note)[]; reason: string }
export interface Selecting { lots: Lot[]; step: "selecting"; times?: number }
export interface Setup { step: "setup" }
export interface Shot { against?: number | null; card?: string | null; city?: Seat | null; controller?: Seat | null; id: string; roller: number }
export interface SkipFrenzy { action: "skip_frenzy"; seat: Seat; soldier?: number | null }
export interface Split { blue?: number; red?: number; white?: number }
export interface State { agenda?: (Setup | Round | Initiative | Selecting | Hero | Entries | Activations | Window | Ordering | Resolving | Volley | Falls | Plan | Assaults | FrenzyChoice | Dice | Cards | Over)[]; clock_expired?: boolean; next_id?: number; order?: Seat[]; permanents?: Permanent[]; players: Player[]; round?: number; ruled_counts?: Record<string, [number, number]>; stack?: Item[]; triggers?: Trigger[]; typed_cards?: Record<string, Card> }
export interface StepBegun { by_ruling: boolean; clause: string; event: "step_begun"; seat: Seat; step: "1a" | "1b" | "1c" | "2a" | "2b" | "2c" | "2c_plan" | "2d" | "3a_defence" | "3a_rolls" | "3a_targets" | "3a_w1" | "3a_w2" | "3b" | "3c" | "3d" | "3d_frenzy" | "3e" | "3g" | "4a" | "4b" | "over" | "setup" }
export interface TacticPlayed { by_ruling: boolean; card: string; clause: string; event: "tactic_played"; hand: number; seat: Seat }
export interface TimeIsUp { by_ruling: boolean; clause: string; event: "time_up"; round: number }
export interface TimeUp { action: "time_up" }
export interface Trigger { ability: number; card: string; controller: Seat | null; id: number; owner: Seat; source: number }
export interface Triggered { by_ruling: boolean; card: string; clause: string; event: "triggered"; whose: Seat | null }
export interface Unassign { action: "unassign"; seat: Seat; soldier: number }
export interface Unassigned { by_ruling: boolean; clause: string; event: "unassigned"; seat: Seat; soldier: string }
export interface Unchanged { by_ruling: boolean; clause: string; event: "unchanged"; op: string; place: number }
export interface Undefended { by_ruling: boolean; clause: string; enemy: string; event: "undefended"; seat: Seat }
export interface Volley { kind: "city" | "early" | "frenzy" | "main" | "shot"; shots: Shot[]; step: "volley" }
export interface Wealth { blue?: number; red?: number; white?: number }
export interface WealthGained { by_ruling: boolean; clause: string; colour: "blue" | "red" | "white"; event: "wealth_gained"; n: number; seat: Seat }
export interface Window { passed?: Seat[]; step: "window" }
export interface lots_Roll { action: "enter_roll"; roll: string; value: number }
export interface operations_Roll { difficulty: number; else?: (GainWealth | Draw | Discard | Mill | Damage | Heal | Eliminate | ModDifficulty | ModAttack | ModCity | GrantKeyword | LoseKeyword | Dedicate | Liberate | Attach | Detach | ChangeController | CounterItem | EnemyEnters | operations_Roll)[]; op: "roll"; then?: (GainWealth | Draw | Discard | Mill | Damage | Heal | Eliminate | ModDifficulty | ModAttack | ModCity | GrantKeyword | LoseKeyword | Dedicate | Liberate | Attach | Detach | ChangeController | CounterItem | EnemyEnters | operations_Roll)[] }
}
