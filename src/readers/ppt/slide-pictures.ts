import { ByteView } from '../cfb/byte-view.ts';
import type { CompoundFile } from '../cfb/open-cfb.ts';
import { pictureUri } from '../html-writer/picture-uri.ts';
import { readBlip } from '../office-art/blip.ts';
import { PPT_RECORD, type PptRecord, type Records } from './records.ts';

/** Bytes of all pictures; as data URIs they are a third longer. */
const MAX_PICTURE_BYTES = 30_000_000;
const MAX_PICTURES = 100_000;
const HEADER_LENGTH = 8;

/** Pictures of a file, which stand in a stream of their own. */
export class SlidePictures {
  readonly #stream: ByteView;
  /** Offsets in the stream, in the order of the picture store. */
  readonly #offsets: number[] = [];
  #bytesLeft = MAX_PICTURE_BYTES;
  /** Some are in formats that no page can show. */
  hasLeftOut = false;
  /** Some were left out since there are too many. */
  isSpent = false;

  constructor(container: CompoundFile, records: Records, document: PptRecord) {
    this.#stream = new ByteView(container.stream('Pictures') ?? new Uint8Array());
    const group = records.find(
      records.find(document, PPT_RECORD.drawingGroup),
      PPT_RECORD.drawingGroupContainer,
    );
    const store = records.find(group, PPT_RECORD.pictureStore);
    if (store === undefined) return;
    for (const entry of records.within(store)) {
      if (this.#offsets.length >= MAX_PICTURES) break;
      this.#offsets.push(entry.type === PPT_RECORD.pictureEntry ? records.view.u32(entry.at + 28) : Infinity);
    }
  }

  /** A picture as a data URI, by its number from 1; undefined for one that cannot be shown. */
  uri(number: number): string | undefined {
    const offset = this.#offsets[number - 1];
    if (offset === undefined) return undefined;
    const content = this.#stream.part(offset + HEADER_LENGTH, this.#stream.u32(offset + 4));
    const type = this.#stream.u16(offset + 2);
    const blip = readBlip(type, this.#stream.u16(offset) >> 4, content);
    if (blip === undefined) {
      this.hasLeftOut = true;
      return undefined;
    }
    if (blip.bytes.length > this.#bytesLeft) {
      this.isSpent = true;
      return undefined;
    }
    this.#bytesLeft -= blip.bytes.length;
    return pictureUri(blip.bytes);
  }
}
