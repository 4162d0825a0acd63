import type { RemovalTrace } from '../../html/main-content/trace-removals.ts';
import type { TraceStep } from '../../scraper/trace.ts';
import { textTable } from '../command/text-layout.ts';
import { printable } from './printable.ts';

/** Kinds of removed blocks that are listed, at most: the largest ones. */
const MAX_KINDS = 20;
const NAME_WIDTH = 13;

/** Details of steps that are told otherwise, or are for programs. */
const QUIET = new Set(['step', 'atMs', 'tookMs', 'timings', 'removals', 'pageType', 'kind', 'error']);

/** The steps of a scrape for people: a line each, and which blocks were removed by which rule. */
export function explainTrace(steps: readonly TraceStep[], keptCharacters: number | undefined): string {
  const lines = steps.map((step) => line(nameOf(step), describeStep(step)));
  const last = steps.findLast(({ step }) => step === 'convert');
  const removals = (last?.['removals'] ?? []) as RemovalTrace[];
  return lines.join('') + describeRemovals(removals, keptCharacters);
}

function line(name: string, text: string): string {
  return `${name.padEnd(NAME_WIDTH - 1)} ${printable(text).trim()}\n`;
}

function nameOf({ step }: TraceStep): string {
  return step.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function describeStep(step: TraceStep): string {
  const parts = [...factsOf(step)];
  if (step.tookMs > 0) parts.push(`${(step.tookMs / 1000).toFixed(2)} s`);
  if (typeof step['error'] === 'string') parts.push(`failed: ${step['error']}`);
  return parts.join(', ');
}

function* factsOf(step: TraceStep): Generator<string> {
  if (step.step === 'fetch' && typeof step['status'] === 'number') {
    yield* fetchFacts(step);
    return;
  }
  if (step.step === 'convert') {
    yield textOf(step['kind']);
    if (typeof step['pageType'] === 'string') yield `taken for a page of type ${step['pageType']}`;
  }
  for (const [name, value] of Object.entries(step)) {
    if (QUIET.has(name) || (name === 'engine' && step.step === 'escalate')) continue;
    if (NOTHING.has(value)) continue;
    yield name === 'reason' && step.step === 'escalate'
      ? `a browser is asked: ${textOf(value)}`
      : describeFact(name, value);
  }
}

/** Values that say nothing. */
const NOTHING: ReadonlySet<unknown> = new Set([undefined, false, '', 0]);

function* fetchFacts({ status, bytes, redirects }: TraceStep): Generator<string> {
  yield `status ${textOf(status)}`;
  yield sizeOf(Number(bytes));
  const count = Number(redirects);
  if (count > 0) yield `${count} redirect${count === 1 ? '' : 's'}`;
}

function describeFact(name: string, value: unknown): string {
  if (name === 'reason') return textOf(value);
  if (name.endsWith('Ms')) return `${wordsOf(name.slice(0, -2))} ${textOf(value)} ms`;
  return value === true ? wordsOf(name) : `${wordsOf(name)} ${textOf(value)}`;
}

/** `isReused` as `reused`. */
function wordsOf(name: string): string {
  const words = name.replace(/^is(?=[A-Z])/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.trim();
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

interface RemovalKind {
  name: string;
  count: number;
  characters: number;
  rule: string;
  why: string;
}

function describeRemovals(removals: readonly RemovalTrace[], kept: number | undefined): string {
  const kinds = new Map<string, RemovalKind>();
  for (const { tag, label, rule, by, evidence, why, characters } of removals) {
    const name = printable(tag + label).slice(0, 40);
    const key = `${rule} ${name}`;
    const kind = kinds.get(key);
    const reason = evidence === '' ? why : `by ${by} ${printable(evidence)}, ${why}`;
    if (kind === undefined) kinds.set(key, { name, count: 1, characters, rule, why: reason });
    else {
      kind.count += 1;
      kind.characters += characters;
    }
  }
  const all = [...kinds.values()].toSorted((a, b) => b.characters - a.characters);
  const rows = all
    .slice(0, MAX_KINDS)
    .map(({ name, count, characters, rule, why }) => [
      'removed'.padEnd(NAME_WIDTH - 2),
      count === 1 ? name : `${name} ×${count}`,
      `${characters.toLocaleString('en')} chars`,
      count === 1 ? `${rule}: ${why}` : rule,
    ]);
  const more = all.length - rows.length;
  return (
    textTable(rows) +
    (more > 0 ? line('', `and ${more} more kinds of blocks: --json names them all`) : '') +
    describeKept(all, kept)
  );
}

function describeKept(kinds: readonly RemovalKind[], kept: number | undefined): string {
  const text = kept === undefined ? '' : line('kept', `${kept.toLocaleString('en')} chars of Markdown`);
  if (kinds.length === 0) return text;
  return `${text}${line('', 'to keep more: --no-only-main-content, or --include-tags SELECTOR')}`;
}
