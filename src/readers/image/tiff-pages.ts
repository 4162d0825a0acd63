import { isLittleEndian, TiffFields } from './tiff-fields.ts';

/** A page of a TIFF file: the offset of its directory and what that says (TIFF 6.0, sections 2 and 8). */
export interface TiffPage {
  offset: number;
  width: number;
  height: number;
  /** 0 when it is not known. */
  dpi: number;
  compression: number;
}

const MAX_PAGES = 1_000;
const TAG = {
  subfileType: 254,
  width: 256,
  height: 257,
  compression: 259,
  resolution: 282,
  resolutionUnit: 296,
};
const CENTIMETRES = 3;
const CENTIMETRES_PER_INCH = 2.54;
/** A smaller copy of another page. */
const REDUCED = 1;

/** The pages in order, without previews; those before a break in the chain of directories when there is one. */
export function readTiffPages(bytes: Uint8Array): TiffPage[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pages: TiffPage[] = [];
  const visited = new Set<number>();
  try {
    let offset = view.getUint32(4, isLittleEndian(bytes));
    while (offset !== 0 && !visited.has(offset) && visited.size < MAX_PAGES) {
      visited.add(offset);
      const fields = new TiffFields(bytes, offset);
      if (((fields.number(TAG.subfileType) ?? 0) & REDUCED) === 0) pages.push(toPage(fields, offset));
      offset = fields.next;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return pages;
}

function toPage(fields: TiffFields, offset: number): TiffPage {
  const factor = fields.number(TAG.resolutionUnit) === CENTIMETRES ? CENTIMETRES_PER_INCH : 1;
  return {
    offset,
    width: fields.number(TAG.width) ?? 0,
    height: fields.number(TAG.height) ?? 0,
    dpi: (fields.number(TAG.resolution) ?? 0) * factor,
    compression: fields.number(TAG.compression) ?? 1,
  };
}

/** The same file with this page as its first one: decoders that read only one page read this one. */
export function withFirstPage(bytes: Uint8Array, { offset }: TiffPage): Uint8Array {
  const changed = Uint8Array.from(bytes);
  new DataView(changed.buffer).setUint32(4, offset, isLittleEndian(changed));
  return changed;
}
