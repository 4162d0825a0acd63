import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { focusedElement, setFocusedValue } from '../page-scripts/focused-element.js';
import type { LivePage } from '../page/live-page.ts';
import { PageProblem } from '../page-problem.ts';
import { callOnElements } from '../page/call-on-elements.ts';
import { describeSurroundings } from './describe-surroundings.ts';
import { KEYS, type Key } from './keyboard-layout.ts';
import { strike } from './press-keys.ts';

/** A longer text is struck at its beginning and end; the middle comes in one piece. */
const MAX_STRUCK = 200;
/** Events that are on their way at once. */
const BATCH = 100;

/** Keys that are struck one by one, or text that comes in one piece. */
type Piece = { keys: Key[] } | { text: string };

/**
 * Types into the element that has the focus: keys, so that listeners hear them, and other characters as an input method
 * does. A line break is Enter. A `PageProblem` when nothing takes what is typed.
 */
export async function typeText(live: LivePage, text: string, call: CallOptions): Promise<void> {
  const focused = await callOnElements(live, focusedElement, [], call);
  if (focused.isReadOnly) throw new PageProblem(`${focused.element} has the focus and takes no text`);
  if (!focused.takesKeys) {
    const fields = await describeSurroundings(live, 'field', call);
    throw new PageProblem(`no element has the focus; click the one to write into first (${fields})`);
  }
  if (focused.isSet && (await callOnElements(live, setFocusedValue, [text.trim()], call))) return;
  for (const piece of piecesOf(text)) {
    if ('text' in piece) await live.session.send('Input.insertText', { text: piece.text }, call);
    else await strikeAll(live.session, piece.keys, call);
  }
}

async function strikeAll(session: CdpSession, keys: readonly Key[], call: CallOptions): Promise<void> {
  for (let from = 0; from < keys.length; from += BATCH) {
    await Promise.all(keys.slice(from, from + BATCH).flatMap((key) => strike(session, key, 0, call)));
  }
}

/** Runs of keys and of everything else, in order. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const isLong = text.length > MAX_STRUCK;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const last = pieces.at(-1);
    const key = keyOf(segment);
    const isControl = key !== undefined && (key.text === undefined || key.text === '\r');
    const isStruck = !isLong || index < MAX_STRUCK / 2 || index >= text.length - MAX_STRUCK / 2;
    if (key !== undefined && (isStruck || isControl)) {
      if (last && 'keys' in last) last.keys.push(key);
      else pieces.push({ keys: [key] });
    } else if (last && 'text' in last && isLong) last.text += segment;
    else pieces.push({ text: segment });
  }
  return pieces;
}

function keyOf(segment: string): Key | undefined {
  if (segment === '\n' || segment === '\r\n' || segment === '\r') return KEYS.get('Enter');
  if (segment === '\t') return KEYS.get('Tab');
  return segment.length === 1 ? KEYS.get(segment) : undefined;
}
