/** Characters of JSON that are in one piece, about: as long as its string lives. */
const PIECE_LENGTH = 500_000;

type Piece = Uint8Array<ArrayBuffer>;

/**
 * The JSON of texts, lists and plain objects, byte by byte as `JSON.stringify` writes it, in pieces that each own their
 * buffer, so that a thread can hand them on. Nests as deep as the value does: for shapes of the contract.
 */
export function writeJsonPieces(value: unknown): Piece[] {
  const writer = new PieceWriter();
  writer.write(value);
  return writer.finish();
}

class PieceWriter {
  readonly #encoder = new TextEncoder();
  readonly #pieces: Piece[] = [];
  #text = '';

  write(value: unknown): void {
    if (typeof value === 'string') this.#writeText(value);
    else if (Array.isArray(value)) this.#writeList(value);
    else if (typeof value === 'object' && value !== null) this.#writeObject(value);
    else this.#add(JSON.stringify(value) ?? 'null');
  }

  finish(): Piece[] {
    if (this.#text !== '') this.#flush();
    return this.#pieces;
  }

  #writeText(text: string): void {
    if (text.length <= PIECE_LENGTH) return this.#add(JSON.stringify(text));
    this.#add('"');
    for (let from = 0; from < text.length;) {
      const to = endOfSlice(text, from);
      this.#add(JSON.stringify(text.slice(from, to)).slice(1, -1));
      from = to;
    }
    this.#add('"');
  }

  #writeList(values: readonly unknown[]): void {
    this.#add('[');
    for (const [index, value] of values.entries()) {
      if (index > 0) this.#add(',');
      this.write(value);
    }
    this.#add(']');
  }

  #writeObject(object: object): void {
    let separator = '{';
    for (const [name, value] of Object.entries(object)) {
      if (value === undefined) continue;
      this.#add(`${separator}${JSON.stringify(name)}:`);
      this.write(value);
      separator = ',';
    }
    this.#add(separator === '{' ? '{}' : '}');
  }

  #add(text: string): void {
    this.#text += text;
    if (this.#text.length >= PIECE_LENGTH) this.#flush();
  }

  #flush(): void {
    this.#pieces.push(this.#encoder.encode(this.#text));
    this.#text = '';
  }
}

/** A pair of surrogates stays together: each half alone would be written as an escape. */
function endOfSlice(text: string, from: number): number {
  const to = Math.min(from + PIECE_LENGTH, text.length);
  const isCut = to < text.length && isHighSurrogate(text.charCodeAt(to - 1));
  return isCut ? to - 1 : to;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
