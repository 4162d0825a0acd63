const MAX_PIECES = 1024;

/** A text that grows by small pieces. It joins them every now and then, so that a long one does not fill the memory with them. */
export class TextPieces {
  #joined = '';
  #pieces: string[] = [];

  push(piece: string): void {
    if (this.#pieces.length === MAX_PIECES) {
      this.#joined += this.#pieces.join('');
      this.#pieces.length = 0;
    }
    this.#pieces.push(piece);
  }

  join(): string {
    return this.#joined + this.#pieces.join('');
  }
}
