import { JsonText } from './json-text.ts';

/** A large value as the JSON that it is written as, where the value itself is needed by nobody. */
export class PackedJson extends JsonText {
  /** Characters of the text that it is; of a list those of its texts. */
  readonly length: number;

  constructor(pieces: readonly Uint8Array[], length: number) {
    super(pieces);
    this.length = length;
  }
}
