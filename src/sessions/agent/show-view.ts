import { getDomain } from 'tldts';
import type { PageView, ViewedItem } from '../../browser/sight/page-view.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { withoutUnseen } from '../../text/seen-text.ts';

/** How much of a page is shown. */
export interface ShownView {
  /** Tokens of the lines. */
  tokens: number;
  /** Elements that can be acted on. */
  elements: number;
  /** Only what has one of these words, or stands under a heading that has; '' for all. */
  scope?: string;
}

/** The size of a view that nobody asked for in another one. */
export const USUAL_VIEW: ShownView = { tokens: 4_000, elements: 150 };
export const FULL_VIEW: ShownView = { tokens: 12_000, elements: 600 };

const MAX_OPTIONS = 140;
const MAX_VALUE = 80;

/**
 * A page as a model is shown it: a line for each element that can be acted on, each heading and each alert, in the order of
 * the page. Where there is no room for all, the window comes first, then what follows it.
 */
export function showView(view: PageView, { tokens, elements, scope = '' }: ShownView): string {
  const items = scopedItems(view.items, scope);
  const site = siteOf(view.url);
  const lines = items.map((item) => lineOf(item, site));
  const chosen = new Set<number>();
  let left = tokens;
  let places = elements;
  for (const index of byImportance(items)) {
    left -= estimateTokens(lines[index]!) + 1;
    if (items[index]!.ref > 0) places -= 1;
    if (left < 0 || places < 0) break;
    chosen.add(index);
  }
  const shown = inSections(items, lines, chosen);
  const more = items.length - chosen.size;
  if (more > 0) shown.push(`${more} more: scroll, or take a snapshot with "query" or "full".`);
  if (items.length === 0)
    shown.push(scope === '' ? 'Nothing on it can be acted on.' : 'No element has these words.');
  if (view.isCut) shown.push('The page is too large to be viewed whole.');
  return shown.join('\n');
}

/** Indices of items: those in the window, what follows them, what stands before, each from the window on. */
function byImportance(items: readonly ViewedItem[]): number[] {
  const indices = [...items.keys()];
  const first = items.findIndex(({ isShown }) => isShown);
  const inWindow = indices.filter((index) => items[index]!.isShown);
  const after = indices.filter((index) => !items[index]!.isShown && index > first);
  const before = indices.filter((index) => index < first);
  return [...inWindow, ...after, ...before.toReversed()];
}

function inSections(
  items: readonly ViewedItem[],
  lines: readonly string[],
  chosen: ReadonlySet<number>,
): string[] {
  const shown: string[] = [];
  const first = items.findIndex(({ isShown }) => isShown);
  let isWindow: boolean | undefined;
  for (const [index, item] of items.entries()) {
    if (!chosen.has(index)) continue;
    if (item.isShown !== isWindow) {
      isWindow = item.isShown;
      const outside = index < first ? '-- above the window' : '-- outside of the window';
      shown.push(isWindow ? '-- in the window' : outside);
    }
    shown.push(lines[index]!);
  }
  return shown;
}

/** Items with the words, and those under a heading with them. */
function scopedItems(items: readonly ViewedItem[], scope: string): readonly ViewedItem[] {
  const words = scope.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length === 0) return items;
  const has = ({ name }: ViewedItem): boolean => {
    const text = name.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  let under = 0;
  return items.filter((item) => {
    const isFit = has(item);
    if (item.level > 0 && (under === 0 || item.level <= under)) under = isFit ? item.level : 0;
    return isFit || under > 0;
  });
}

function lineOf({ ref, role, name, level, value, options, states, href }: ViewedItem, site: string): string {
  const quoted = JSON.stringify(withoutUnseen(name));
  const marks = level > 0 ? `${'#'.repeat(Math.min(level, 6))} ` : '';
  if (role === 'heading') return `${marks}${quoted}`;
  const parts = [ref > 0 ? `${marks}[e${ref}] ${role}` : role];
  if (name !== '') parts.push(quoted);
  if (value !== undefined) parts.push(`= ${JSON.stringify(withoutUnseen(value).slice(0, MAX_VALUE))}`);
  if (options.length > 0) parts.push(`of ${shownOptions(options)}`);
  if (states.length > 0) parts.push(`(${states.join(', ')})`);
  const host = siteOf(href);
  if (host !== '' && host !== site) parts.push(`to ${host}`);
  return parts.join(' ');
}

function shownOptions(options: readonly string[]): string {
  const shown: string[] = [];
  let left = MAX_OPTIONS;
  for (const option of options) {
    left -= option.length + 3;
    if (left < 0) break;
    shown.push(JSON.stringify(withoutUnseen(option)));
  }
  return shown.join(', ') + (shown.length < options.length ? ', ...' : '');
}

function siteOf(address: string): string {
  const host = /^https?:/i.test(address) ? (URL.parse(address)?.hostname ?? '') : '';
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
