import { frame, type Attacks } from './attacks/attack.ts';
import { DETOURS } from './attacks/detours.ts';
import { PARTS_OF_A_PAGE } from './attacks/parts-of-a-page.ts';
import { SCRIPTS } from './attacks/scripts.ts';
import { SPELLINGS } from './attacks/spellings.ts';

/** Everything that a page can make a browser connect with. */
export const ATTACKS: Attacks = { ...PARTS_OF_A_PAGE, ...SCRIPTS, ...DETOURS, ...SPELLINGS };

/** A name that the page of all makes the browser look up. */
export const UNKNOWN_NAME = 'fetched.invalid';

/** All that work in frames, on one page. */
export function pageOfAll(urlOf: (kind: string) => string): string {
  const frames = Object.keys(ATTACKS)
    .filter((kind) => !ATTACKS[kind]?.isAlone)
    .map((kind) => frame(urlOf(kind)));
  const names = `<link rel="dns-prefetch" href="//${UNKNOWN_NAME}"><img src="http://${UNKNOWN_NAME}/">`;
  return `<!doctype html><title>all</title>${names}${frames.join('\n')}`;
}
