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
const MAX_ENTRIES = 1_000;
const TAG = {
  subfileType: 254,
  width: 256,
  height: 257,
  compression: 259,
  resolution: 282,
  resolutionUnit: 296,
};
const SHORT = 3;
const CENTIMETRES = 3;
const CENTIMETRES_PER_INCH = 2.54;
/** A smaller copy of another page. */
const REDUCED = 1;

/** The pages in order, without previews; those before a break in the chain of directories when there is one. */
export function readTiffPages(bytes: Uint8Array): TiffPage[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = view.getUint8(0) === 0x49;
  const pages: TiffPage[] = [];
  const visited = new Set<number>();
  try {
    let offset = view.getUint32(4, isLittle);
    while (offset !== 0 && !visited.has(offset) && visited.size < MAX_PAGES) {
      visited.add(offset);
      const count = view.getUint16(offset, isLittle);
      if (count > MAX_ENTRIES) break;
      const page = readDirectory(view, offset, isLittle);
      if (page !== undefined) pages.push(page);
      offset = view.getUint32(offset + 2 + count * 12, isLittle);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return pages;
}

function readDirectory(view: DataView, offset: number, isLittle: boolean): TiffPage | undefined {
  const values = new Map<number, number>();
  const count = view.getUint16(offset, isLittle);
  for (let index = 0; index < count; index += 1) {
    const at = offset + 2 + index * 12;
    const isShort = view.getUint16(at + 2, isLittle) === SHORT;
    const value = isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle);
    values.set(view.getUint16(at, isLittle), value);
  }
  if (((values.get(TAG.subfileType) ?? 0) & REDUCED) !== 0) return undefined;
  const place = values.get(TAG.resolution);
  const resolution = place === undefined ? 0 : readRational(view, place, isLittle);
  const factor = values.get(TAG.resolutionUnit) === CENTIMETRES ? CENTIMETRES_PER_INCH : 1;
  return {
    offset,
    width: values.get(TAG.width) ?? 0,
    height: values.get(TAG.height) ?? 0,
    dpi: resolution * factor,
    compression: values.get(TAG.compression) ?? 1,
  };
}

function readRational(view: DataView, at: number, isLittle: boolean): number {
  if (at + 8 > view.byteLength) return 0;
  const divisor = view.getUint32(at + 4, isLittle);
  return divisor === 0 ? 0 : view.getUint32(at, isLittle) / divisor;
}

/** The same file with this page as its first one: decoders that read only one page read this one. */
export function withFirstPage(bytes: Uint8Array, { offset }: TiffPage): Uint8Array {
  const changed = Uint8Array.from(bytes);
  new DataView(changed.buffer).setUint32(4, offset, changed[0] === 0x49);
  return changed;
}
