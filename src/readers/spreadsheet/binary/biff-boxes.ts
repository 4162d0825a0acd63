import type { ByteView } from '../../cfb/byte-view.ts';
import type { BoxTexts } from '../box-texts.ts';
import { CONTINUE_TYPE } from './biff-records.ts';
import { continuedText, withLineFeeds } from './biff-strings.ts';

const OBJECT = 0x005d;
const TEXT_OBJECT = 0x01b6;
/** Rectangle, ellipse, arc, text box, polygon, label, and any other shape ([MS-XLS] 2.5.143); comments are none. */
const SHAPE_KINDS: ReadonlySet<number> = new Set([0x02, 0x03, 0x04, 0x06, 0x09, 0x0e, 0x1e]);

/** Reads the texts of the shapes of a sheet of Excel 97 to 2003 from its records ([MS-XLS] 2.4.329). */
export class BiffBoxes {
  readonly #boxes: BoxTexts;
  #isShape = false;
  /** Characters of the text that come in the next records. */
  #left = 0;
  #text = '';

  constructor(boxes: BoxTexts) {
    this.#boxes = boxes;
  }

  see(type: number, content: ByteView): void {
    if (type === CONTINUE_TYPE) {
      this.#continue(content);
      return;
    }
    this.#left = 0;
    if (type === OBJECT) this.#isShape = SHAPE_KINDS.has(content.u16(4));
    else if (type === TEXT_OBJECT && this.#isShape) this.#left = content.u16(10);
    this.#text = '';
  }

  #continue(content: ByteView): void {
    if (this.#left === 0) return;
    const part = continuedText(content, this.#left);
    this.#text += part;
    this.#left = part === '' ? 0 : this.#left - part.length;
    if (this.#left === 0) for (const line of withLineFeeds(this.#text).split('\n')) this.#boxes.add(line);
  }
}
