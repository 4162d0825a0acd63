import { escapeAttribute } from '../markup.ts';
import { pictureUri } from '../html-writer/picture-uri.ts';
import type { Destination } from './destination.ts';

const NO_HEX = /[^\da-f]/gi;

/** Collects a picture (RTF 1.9.1, "Pictures"): digits in pairs, or bytes as they are. */
export class PictureReader implements Destination {
  readonly #isWanted: boolean;
  readonly #onEnd: (html: string) => void;
  readonly #parts: Buffer[] = [];
  readonly #onLeftOut: () => void;
  #isBinary = false;
  alt = '';

  /** `onLeftOut` is told of a picture that no page can show. */
  constructor(isWanted: boolean, onEnd: (html: string) => void, onLeftOut: () => void) {
    this.#isWanted = isWanted;
    this.#onEnd = onEnd;
    this.#onLeftOut = onLeftOut;
  }

  bytes(bytes: Buffer): void {
    if (this.#isWanted && !this.#isBinary) this.#parts.push(bytes);
  }

  binary(bytes: Buffer): void {
    if (!this.#isWanted) return;
    if (!this.#isBinary) this.#parts.length = 0;
    this.#isBinary = true;
    this.#parts.push(bytes);
  }

  end(): void {
    const source = this.#isWanted ? this.#source() : undefined;
    if (source === undefined && this.#parts.length > 0) this.#onLeftOut();
    if (source === undefined && this.alt === '') return;
    this.#onEnd(`<img${source === undefined ? '' : ` src="${source}"`} alt="${escapeAttribute(this.alt)}">`);
  }

  #source(): string | undefined {
    const all = Buffer.concat(this.#parts);
    const data = this.#isBinary ? all : Buffer.from(all.toString('latin1').replace(NO_HEX, ''), 'hex');
    return pictureUri(data);
  }
}
