/**
 * What a script of a ChessLang game finds: `script { ... }`.
 *
 * For editors: put `/// <reference path="chesslang-script.d.ts" />` at the head of a JavaScript file, and copy the file's
 * text into the block when it is done.
 *
 * Beside this there are JavaScript's own data types and functions, except Date, Proxy, Reflect, BigInt, typed arrays,
 * WeakRef, eval and Function. Nothing waits: there is no async, await or timer. `Math.random()` is the game's own
 * generator; the other functions of `Math` give the same digits on every machine.
 */

/** One of the two players. */
type Player = "White" | "Black";

/** A square, counted from 0: e4 is `{ file: 4, rank: 3 }`. */
interface Position {
  readonly file: number;
  readonly rank: number;
}

/** Wherever a square is wanted: a position, a name such as "e4", or a piece (its square). */
type Square = Position | string | Piece;

/** What state can hold. Numbers are whole; `undefined` unsets a field. */
type Value = null | boolean | number | string | Value[] | { [name: string]: Value | undefined };

/** State: an object like any other, which is part of the position (undo, repetition, saved games). */
type State = { [name: string]: any };

/** A piece. It is always shown as it is now; once it has left the board, as it was when it left. */
interface Piece {
  /** The name of its type. Assigning transforms the piece. */
  type: string;
  /** Whose it is. Assigning gives it away; a captured piece then comes back into play. */
  owner: Player;
  /** Where it stands, or stood. */
  readonly pos: Position;
  /** The name of that square. */
  readonly square: string;
  /** Whether it stands on the board. */
  readonly onBoard: boolean;
  /** Its state, shared with triggers. */
  state: State;
  /** The names of its traits. */
  readonly traits: string[];
  /** What a piece of its type is worth, in pawns. */
  readonly value: number;
  /** Whether it has moved. */
  readonly hasMoved: boolean;
  /** Makes it another type, with that type's first state. */
  transform(type: string): boolean;
}

/** A move of the history. Pieces are given by the names of their types. */
interface PlayedMove {
  readonly player: Player;
  readonly piece: string;
  readonly from: Position;
  readonly to: Position;
  readonly captured: string | null;
  readonly promotion: string | null;
}

/** Turn events and the game's start and end have a player and nothing else. */
interface TurnEvent {
  readonly type: string;
  /** Whose turn begins or ends. */
  readonly player: Player;
}

interface MoveEvent {
  readonly type: string;
  /** Who moves. */
  readonly player: Player;
  /** The piece that moved, already on its new square. */
  readonly piece: Piece;
  readonly from: Position;
  readonly to: Position;
  /** Undoes the move, as the action `cancel` does: the turn is spent. Not once the piece has promoted or given check. */
  cancel(): void;
}

interface CaptureEvent extends MoveEvent {
  /** The piece taken, which has left the board. */
  readonly captured: Piece;
}

interface CapturedEvent extends CaptureEvent {
  /** The taker; `piece` is the piece taken. */
  readonly captor: Piece;
}

interface ZoneEvent extends MoveEvent {
  /** The name of the zone entered or left. */
  readonly zone: string;
}

interface PromotionEvent extends MoveEvent {
  readonly originalType: string;
  readonly newType: string;
}

interface CheckEvent {
  readonly type: string;
  /** Who gives check. */
  readonly player: Player;
  /** The piece that moved. */
  readonly piece: Piece;
  readonly from: Position;
  readonly to: Position;
  /** The attacked royal piece. */
  readonly king: Piece;
}

declare const game: {
  /** State of the game, shared with triggers. It is where a script remembers things. */
  state: State;
  /** What each player has done, and `player.state`. */
  readonly players: Readonly<
    Record<Player, { readonly checks: number; readonly captures: number; readonly moves: number; readonly state: State }>
  >;
  /** Who is to move, or is moving. */
  readonly currentPlayer: Player;
  /** The number of the full move, from 1. */
  readonly turnNumber: number;
  /** All moves so far, the present one included. */
  readonly moveHistory: PlayedMove[];
  readonly lastMove: PlayedMove | null;
  /** Whether a result has been declared. */
  readonly isOver: boolean;
  readonly winner: Player | null;

  /** Registers a handler. It runs after the triggers of the same event, always from the same globals. */
  on(event: "move", handler: (event: MoveEvent) => void): void;
  on(event: "capture", handler: (event: CaptureEvent) => void): void;
  on(event: "captured", handler: (event: CapturedEvent) => void): void;
  on(event: "promotion", handler: (event: PromotionEvent) => void): void;
  on(event: "check", handler: (event: CheckEvent) => void): void;
  on(event: "enterZone" | "exitZone", handler: (event: ZoneEvent) => void): void;
  on(event: "turnStart" | "turnEnd" | "gameStart" | "gameEnd", handler: (event: TurnEvent) => void): void;

  /** Ends the turn after this move. A script with a `move` handler that calls this controls the turns. False if
   *  the script's own `canEndTurn` forbids it. */
  endTurn(): boolean;
  /** May be replaced: says whether `endTurn` may end the turn now. */
  canEndTurn: () => boolean;
  /** Gives a player (the one to move, if none is named) one more move before the turn passes from him. */
  allowExtraMove(player?: Player): void;
  /** Ends the game. The first declaration counts. */
  declareWinner(player: Player, reason?: string): void;
  declareDraw(reason?: string): void;

  /** Whether a royal piece of the player (the one to move, if none is named) is attacked. */
  isCheck(player?: Player): boolean;
  /** Whether he is in check and no move ends it; what triggers and scripts would do is left aside. */
  isCheckmate(player?: Player): boolean;
  /** May be replaced: the line that programs show beside the board. */
  getStatus: () => string;
};

declare const board: {
  readonly width: number;
  readonly height: number;
  /** All pieces in board order: a1, b1, ..., then rank 2. */
  readonly pieces: Piece[];
  getPieces(owner?: Player | null, type?: string | null): Piece[];
  /** The piece on a square; null if it is empty or off the board. */
  at(square: Square): Piece | null;
  /** Whether it is a square of the board without a piece. */
  isEmpty(square: Square): boolean;
  isValidPos(square: Square): boolean;
  inZone(square: Square, zone: string): boolean;
  emptySquares(): Position[];
  /** The squares one king's move away. */
  adjacent(square: Square): Position[];
  /** Moves a piece to an empty square, whatever the rules say. False if that cannot be. */
  movePiece(from: Square, to: Square): boolean;
  /** Takes a piece off the board; null if there is none. */
  removePiece(square: Square): Piece | null;
  /** Puts a new piece onto an empty square; null if it is taken. */
  createPiece(type: string, owner: Player, square: Square): Piece | null;
};

/** "e4" for `{ file: 4, rank: 3 }`. */
declare function toSquare(square: Square): string;
/** `{ file: 4, rank: 3 }` for "e4"; null off the board. */
declare function parseSquare(name: string): Position | null;
/** King moves between two squares. */
declare function distance(a: Square, b: Square): number;
/** The squares in a direction ("N", "SE", "forward", ...), nearest first; `forward` is seen from the player. */
declare function getRay(from: Square, direction: string, most?: number, player?: Player): Position[];
declare function isValidPos(square: Square): boolean;

/** Lines for the log of the game. */
declare const console: {
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  debug(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
};
