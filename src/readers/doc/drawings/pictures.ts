import type { ByteView } from '../../cfb/byte-view.ts';
import type { OutputBudget } from '../../html-writer/output-budget.ts';
import { escapeAttribute } from '../../markup.ts';
import { type Blip, isBlip, readBlip } from '../../office-art/blip.ts';
import type { Drawings } from './drawings.ts';
import { drawingRecords, OPTION_RECORD, readShapeOptions, RECORD } from '../../office-art/office-art.ts';

const ENTRY_LENGTH = 36;
/** The picture lies in a file of that name. */
const LINKED = 0x66;
const SHAPE_TYPES: readonly number[] = [0x64, LINKED];

/** Writes the pictures of a document. */
export class Pictures {
  readonly #data: ByteView;
  readonly #drawings: Drawings;
  readonly #hasImages: boolean;
  readonly #budget: OutputBudget;
  /** By offset: a damaged file may name one picture for each of its characters. */
  readonly #known = new Map<number, InlinePicture>();
  /** Pictures in a format that browsers do not show. */
  leftOut = 0;

  constructor(data: ByteView, drawings: Drawings, hasImages: boolean, budget: OutputBudget) {
    this.#data = data;
    this.#drawings = drawings;
    this.#hasImages = hasImages;
    this.#budget = budget;
  }

  /** A picture in the line, by its offset in the data stream. */
  inline(offset: number): string {
    let picture = this.#known.get(offset);
    if (picture === undefined) {
      picture = readInline(this.#data, offset);
      this.#known.set(offset, picture);
    }
    return this.#write(picture.blip, picture.description);
  }

  /** Number of a picture that a shape shows. */
  floating(picture: number, description: string): string {
    return this.#write(this.#drawings.blip(picture), description);
  }

  #write(blip: Blip | undefined, description: string): string {
    const alternative = escapeAttribute(description.trim());
    if (this.#hasImages && blip !== undefined) {
      const size = blip.bytes.length * 1.4;
      if (size < this.#budget.left) {
        this.#budget.take(size);
        const data = Buffer.from(blip.bytes.buffer, blip.bytes.byteOffset, blip.bytes.length);
        return `<img src="data:${blip.mediaType};base64,${data.toString('base64')}" alt="${alternative}">`;
      }
    }
    if (this.#hasImages) this.leftOut++;
    return alternative === '' ? '' : `<img alt="${alternative}">`;
  }
}

interface InlinePicture {
  blip: Blip | undefined;
  description: string;
}

/** [MS-DOC] 2.9.192, PICFAndOfficeArtData. */
function readInline(data: ByteView, offset: number): InlinePicture {
  const found: InlinePicture = { blip: undefined, description: '' };
  const length = data.u32(offset);
  const picture = data.part(offset, length);
  const kind = picture.u16(6);
  if (!SHAPE_TYPES.includes(kind)) return found;
  const headerLength = picture.u16(4);
  const nameLength = kind === LINKED ? picture.u8(headerLength) + 1 : 0;
  const content = picture.part(headerLength + nameLength, length);
  for (const { type, at, length: size, instance } of drawingRecords(content)) {
    if (type === RECORD.options) {
      found.description ||=
        readShapeOptions(content.part(at, size), instance).texts.get(OPTION_RECORD.description) ?? '';
    } else if (type === RECORD.pictureEntry) {
      found.blip ??= readEmbedded(content.part(at, size));
    } else if (isBlip(type)) found.blip ??= readBlip(type, instance, content.part(at, size));
  }
  return found;
}

function readEmbedded(entry: ByteView): Blip | undefined {
  const within = entry.part(ENTRY_LENGTH + entry.u8(33), entry.length);
  const [record] = drawingRecords(within);
  if (record === undefined || !isBlip(record.type)) return undefined;
  return readBlip(record.type, record.instance, within.part(record.at, record.length));
}
