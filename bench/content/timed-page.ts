import { readFileSync } from 'node:fs';
import type { LabelledPage } from './labelled-pages.ts';

/** A page as it comes from the network. */
export interface TimedPage {
  readonly id: string;
  readonly address: string;
  readonly bytes: Uint8Array;
}

/** Every so many pages of the set, read. */
export function readTimedPages(pages: readonly LabelledPage[], every: number): TimedPage[] {
  return pages
    .filter((_, at) => at % every === 0)
    .map(({ id, address, htmlFile }) => ({
      id,
      address: URL.canParse(address) ? address : `https://www.example.com/${id}`,
      bytes: readFileSync(htmlFile),
    }));
}

export function megabytesOf(pages: readonly TimedPage[]): number {
  return pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
}
