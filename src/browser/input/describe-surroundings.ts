import type { CallOptions } from '../cdp/pending-calls.ts';
import { lookAround } from '../page-scripts/look-around.js';
import type { LivePage } from '../page/live-page.ts';
import { callOnElements } from '../page/call-on-elements.ts';

/** Selectors of elements that can be clicked, and of those that take text. */
const KINDS = {
  button: 'button,input[type=submit],input[type=button],[role=button],summary',
  link: 'a[href]',
  field:
    'input:not([type=hidden],[type=submit],[type=button]),textarea,select,[contenteditable=""],[contenteditable=true]',
} as const;

const MAX_NAMES = 5;

/** Says for example `the page has 2 buttons: "Sign in", "Accept all"`; links are named where there are no buttons. */
export async function describeSurroundings(
  live: LivePage,
  wanted: 'clickable' | 'field',
  call: CallOptions,
): Promise<string> {
  const kinds = wanted === 'field' ? (['field'] as const) : (['button', 'link'] as const);
  for (const kind of kinds) {
    const { count, names } = await callOnElements(live, lookAround, [KINDS[kind], MAX_NAMES], call);
    if (count === 0) continue;
    const list = names.map((name) => `"${name}"`).join(', ');
    const rest = count > names.length && names.length === MAX_NAMES ? ', ...' : '';
    return `the page has ${count} ${kind}${count === 1 ? '' : 's'}: ${list}${rest}`;
  }
  return `the page has no ${kinds.join('s and no ')}s`;
}
