/**
 * JSON as UTF-8 in pieces. Documents are kept as such, and what is large is never one string: making, encoding and copying
 * it would hold the main thread. A piece may end anywhere but within a character.
 */
export class JsonText {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
    this.bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  static of(...texts: ReadonlyArray<string | JsonText>): JsonText {
    return new JsonText(
      texts.flatMap((text) => (typeof text === 'string' ? [Buffer.from(text)] : text.pieces)),
    );
  }

  /** Parses the whole text at once. */
  parse(): unknown {
    return JSON.parse(this.toString());
  }

  toString(): string {
    return Buffer.concat(this.pieces, this.bytes).toString();
  }

  /** It is no value of an object: `JSON.stringify` would write its pieces as numbers. */
  toJSON(): never {
    throw new TypeError('JSON text was to be written as a value');
  }
}
