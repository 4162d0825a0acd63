/** A page of a segment: an id of 48 bits, little-endian, and in the last byte its usual impact. */
export const PAGE_BYTES = 8;
const ID_BYTES = 6;
const IMPACT_PLACE = 7;

/** A page as its segment knows it. */
export interface PageEntry {
  /** The id of a version of a page. */
  readonly id: number;
  /** The impact of all its terms that do not say theirs. */
  readonly usualImpact: number;
}

/** Writes the page of an ordinal. */
export function writePage(pageIds: Buffer, ordinal: number, { id, usualImpact }: PageEntry): void {
  pageIds.writeUIntLE(id, ordinal * PAGE_BYTES, ID_BYTES);
  pageIds[ordinal * PAGE_BYTES + IMPACT_PLACE] = usualImpact;
}

/** Gives the id of a page by its ordinal. */
export function pageIdAt(pageIds: Buffer, ordinal: number): number {
  return pageIds.readUIntLE(ordinal * PAGE_BYTES, ID_BYTES);
}

/** Gives the usual impacts of all pages, by ordinal. */
export function usualImpactsOf(pageIds: Buffer): Uint8Array {
  const impacts = new Uint8Array(pageIds.length / PAGE_BYTES);
  for (let ordinal = 0; ordinal < impacts.length; ordinal++)
    impacts[ordinal] = pageIds[ordinal * PAGE_BYTES + IMPACT_PLACE]!;
  return impacts;
}
