import { checkSchema } from '../../json-schema/check-schema.ts';
import { prepareSchema } from '../../json-schema/prepare-schema.ts';
import { readUnits, type MarkdownUnit } from '../../text/markdown-units.ts';
import { seenText, withoutTargets } from '../../text/seen-text.ts';
import type { MadeText } from './made-text.ts';
import type { ModelSession } from './model-session.ts';

interface Block extends Pick<MarkdownUnit, 'kind' | 'level'> {
  number: number;
  markdown: string;
  /** The block as a model is shown it. */
  shown: string;
}

const schema = prepareSchema(
  checkSchema({
    type: 'object',
    properties: {
      remove: {
        type: 'array',
        items: { type: 'string' },
        description: 'Numbers of blocks, or ranges of them such as "3-5".',
      },
    },
    required: ['remove'],
    additionalProperties: false,
  }),
);
const instructions =
  'You find what is left of the frame of a web page in its text, which is given as blocks with numbers in brackets.';
const task =
  'Name in "remove" the blocks that are no content of the page: cookie notices, advertisements, share buttons, breadcrumbs, newsletter sign-ups, comments of readers, lists of other articles. Everything else stays. Where all of it is content, "remove" is empty.';
const MAX_PIECES = 16;
/** A page is not cleaned of most of its text. */
const MAX_SHARE = 0.6;
const NOTICE = 'onlyCleanContent';
const RANGE = /^\s*\[?(\d{1,6})\]?(?:\s*[-–]\s*\[?(\d{1,6})\]?)?\s*$/;
/** Beginnings of a block are enough to tell what it is. */
const MAX_SHOWN = 600;

/** Takes blocks out of Markdown that a model points at; the others stay to the character. */
export async function cleanByModel(session: ModelSession, markdown: string): Promise<MadeText> {
  const blocks = readBlocks(markdown);
  const pieces = piecesOf(blocks, session);
  if (pieces === undefined) {
    const warning = `${NOTICE}: the Markdown is longer than the language model takes, so it was not cleaned.`;
    return { text: markdown, warnings: [warning] };
  }
  const named = await Promise.all(pieces.map((piece) => askFor(session, piece)));
  return takeOut(markdown, blocks, new Set(named.flat()));
}

function readBlocks(markdown: string): Block[] {
  return [...readUnits(markdown)].map(({ from, end, kind, level }, number) => {
    const text = markdown.slice(from, end);
    return {
      number,
      kind,
      level,
      markdown: text,
      shown: withoutTargets(seenText(text.trim())).slice(0, MAX_SHOWN),
    };
  });
}

/** Undefined when there is too much of it. */
function piecesOf(blocks: readonly Block[], { budget }: ModelSession): Block[][] | undefined {
  const room = budget.roomFor(instructions + schema.text + task + task);
  const pieces: Block[][] = [[]];
  let left = room;
  for (const block of blocks) {
    const tokens = budget.countTokens(written(block));
    if (tokens > room) return undefined;
    if (tokens > left) {
      pieces.push([]);
      left = room;
    }
    pieces.at(-1)!.push(block);
    left -= tokens;
  }
  return pieces.length > MAX_PIECES ? undefined : pieces;
}

function written({ number, shown }: Block): string {
  return `[${number}] ${shown}\n`;
}

async function askFor(session: ModelSession, piece: readonly Block[]): Promise<number[]> {
  const known = new Set(piece.map(({ number }) => number));
  const { value } = await session.ask({
    instructions,
    schema,
    task,
    page: piece.map(written).join(''),
    findFaults: (answer) => rangesOf(answer).flatMap((range) => faultOf(range, known)),
  });
  return rangesOf(value).flatMap((range) => numbersOf(range) ?? []);
}

function rangesOf(value: unknown): string[] {
  return (value as { remove: string[] }).remove;
}

function faultOf(range: string, known: ReadonlySet<number>): string[] {
  const numbers = numbersOf(range);
  if (numbers?.every((number) => known.has(number))) return [];
  return [`/remove: There are no such blocks: ${JSON.stringify(range.slice(0, 40))}`];
}

function numbersOf(range: string): number[] | undefined {
  const [, from, to = from] = RANGE.exec(range) ?? [];
  const length = Number(to) - Number(from) + 1;
  if (from === undefined || length < 1 || length > 10_000) return undefined;
  return Array.from({ length }, (_, at) => Number(from) + at);
}

function takeOut(markdown: string, blocks: readonly Block[], named: ReadonlySet<number>): MadeText {
  const removed = removable(blocks, named);
  const length = [...removed].reduce((sum, block) => sum + block.markdown.length, 0);
  if (length > markdown.length * MAX_SHARE) {
    const warning = `${NOTICE}: the language model would remove most of the page, so it was not cleaned.`;
    return { text: markdown, warnings: [warning] };
  }
  const text = blocks
    .filter((block) => !removed.has(block))
    .map((block) => block.markdown)
    .join('')
    .trimEnd();
  const kept = named.size - removed.size;
  const noun = kept === 1 ? 'block' : 'blocks';
  const warnings =
    kept > 0 ? [`${NOTICE}: ${kept} ${noun} with headings, tables, code or pictures stayed.`] : [];
  return { text: markdown.endsWith('\n') ? `${text}\n` : text, warnings };
}

const LEVELS = 6;

/** Headings go with all that stands under them, titles, tables, code and pictures never. */
function removable(blocks: readonly Block[], named: ReadonlySet<number>): Set<Block> {
  const removed = new Set<Block>();
  // Whether something stays under a heading of this level, as seen from the end.
  const stays = Array.from({ length: LEVELS + 1 }, () => false);
  for (const block of blocks.toReversed()) {
    const { level } = block;
    const isHeading = block.kind === 'heading';
    const isContent = block.kind === 'table' || block.kind === 'code' || block.markdown.includes('![');
    const isKept = isHeading ? level === 1 || stays[level]! : isContent;
    const goes = named.has(block.number) && !isKept;
    if (goes) removed.add(block);
    for (let above = 1; above <= LEVELS; above++) {
      if (isHeading && above >= level) stays[above] = false;
      else if (!goes) stays[above] = true;
    }
  }
  return removed;
}
