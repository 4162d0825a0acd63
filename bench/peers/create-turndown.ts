import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

/** Turndown with the options closest to what Decant writes: GFM tables, fenced code, no scripts and icons. */
export function createTurndown(): TurndownService {
  return new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
    .use(gfm)
    .remove(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'button', 'form']);
}
