import { foldWord } from '../../text/words/fold-word.ts';
import type { RowCheck } from '../index-plan.ts';
import { readableUrl } from '../operator-terms.ts';
import { sequenceOf } from '../planning/plan-draft.ts';
import { isOnSite, parseSite } from '../planning/site-value.ts';

/** Tells whether address and title of a page are as a plan wants them. */
export function passesRow(checks: readonly RowCheck[], page: { url: string; title: string }): boolean {
  return checks.every(({ kind, values, isNegated }) => isNegated !== holds(kind, values, page));
}

function holds(
  kind: RowCheck['kind'],
  values: readonly string[],
  { url, title }: { url: string; title: string },
): boolean {
  if (kind === 'sites') return values.some((value) => isOnSite(url, parseSite(value)));
  if (kind === 'page') return values.includes(url);
  if (kind === 'url') {
    const readable = foldWord(readableUrl(url));
    return values.every((value) => readable.includes(foldWord(value)));
  }
  const stems = asText(title);
  return values.every((value) => stems.includes(asText(value)));
}

/** Stems between spaces: a sequence of words is a part of such a text. */
function asText(text: string): string {
  return ` ${sequenceOf(text)
    .map(({ stem }) => stem)
    .join(' ')} `;
}
