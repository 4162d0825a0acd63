import { groundValue, type GroundedScalar } from '../../extract/grounding/ground-value.ts';
import { readShownText, type ShownText } from '../../extract/grounding/shown-text.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import { askInPieces } from './ask-in-pieces.ts';
import { pageSchema, type PageSchema } from './asked-schema.ts';
import { withoutInventions } from './without-inventions.ts';
import { mergeValues } from './merge-values.ts';
import { MadeNothing } from './made-nothing.ts';
import type { ModelSession } from './model-session.ts';
import { remarkUnread } from './remark-unread.ts';

/** Data that are wanted of a text: by a JSON Schema that was checked before, in words, or both. */
export interface WantedData {
  schema?: object | undefined;
  prompt?: string | undefined;
}

/** A text that data are taken from. */
export interface DataSource {
  markdown: string;
  /** The address that relative ones in it go from. */
  base?: URL | undefined;
}

/** Data that a model took from a page. */
export interface FilledByModel {
  readonly value: unknown;
  /** Each scalar with its place in the page. */
  readonly evidence: readonly GroundedScalar[];
  /** Sentences for the document's `warning`. */
  readonly warnings: readonly string[];
  /** For the trace. */
  readonly details?: object;
}

const instructions =
  'You take data from web pages. You give what the page states, in its own words and figures, and leave out what it does not state: you never guess, compute or complete. Dates have the form YYYY-MM-DD unless the schema says otherwise.';
const TASK = 'Give the data that the JSON Schema describes, as far as the page states them.';
const PART =
  'This is a part of a longer page: give what this part states, every entry of its lists, and leave the rest out.';
const ANY = 'Give what the page is about as a JSON object: its things with their names, figures and dates.';
const MOST_FAULTS = 8;

/**
 * Fills a schema with what a page states, as a model reads it. A number, date, address or identifier that the page does
 * not have is asked for once more, and then left out. Rejects with a ModelFailure, or with MadeNothing where an answer is
 * left that the schema does not allow.
 */
export async function fillByModel(
  session: ModelSession,
  { markdown, base }: DataSource,
  { schema: given, prompt }: WantedData,
): Promise<FilledByModel> {
  const schema = pageSchema(given, session.signal);
  const page = readShownText(markdown, base);
  const bare = given === undefined ? ANY : TASK;
  const task = prompt ? `${given === undefined ? '' : `${TASK}\n`}${prompt}` : bare;
  const { answers, unread } = await askInPieces(session, markdown, {
    fixed: [instructions, schema.whole.text, task, task, PART, PART].join('\n'),
    async ask(text, isPart) {
      const { value } = await session.ask({
        instructions,
        schema: isPart ? schema.part : schema.whole,
        task: isPart ? `${task}\n${PART}` : task,
        page: text,
        findFaults: createInventionCheck(page, schema),
      });
      return value;
    },
  });
  const merged = mergeValues(answers, (value) => isOnPage(value, page));
  const { value, evidence, leftOut } = await checked(merged, page, schema);
  return { value, evidence, warnings: [...remarkLeftOut(leftOut), ...remarkUnread('json', unread)] };
}

function isOnPage(value: unknown, page: ShownText): boolean {
  const [{ confidence } = { confidence: 0 }] = groundValue(value, page);
  return confidence > 0;
}

/** Complains of inventions once: a model that insists may not know better. */
function createInventionCheck(page: ShownText, { named }: PageSchema): (value: unknown) => string[] {
  let hasComplained = false;
  return function findInventions(value) {
    if (hasComplained) return [];
    const inventions = groundValue(value, page, named).filter(({ isInvented }) => isInvented);
    hasComplained = inventions.length > 0;
    return inventions
      .slice(0, MOST_FAULTS)
      .map(
        ({ path, value: said }) =>
          `${path}: The page does not contain ${JSON.stringify(said)}. Leave out what it does not state.`,
      );
  };
}

async function checked(
  merged: unknown,
  page: ShownText,
  { whole, named }: PageSchema,
): Promise<{ value: unknown; evidence: GroundedScalar[]; leftOut: string[] }> {
  const grounded = groundValue(merged, page, named);
  const leftOut = grounded.filter(({ isInvented }) => isInvented).map(({ path }) => path);
  let faults: readonly string[] = [];
  for (const candidate of withoutInventions(merged, leftOut)) {
    const read = await whole.read(candidate, false);
    if ('value' in read)
      return { value: read.value, evidence: groundValue(read.value, page, named), leftOut };
    ({ faults } = read);
  }
  if (leftOut.length === 0) throw new ModelFailure('invalid');
  const shown = leftOut.slice(0, MOST_FAULTS).join(', ');
  throw new MadeNothing(
    `the page does not have what the language model gave for ${shown}${faults.length > 0 ? ', and the schema requires it' : ''}`,
  );
}

function remarkLeftOut(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, MOST_FAULTS).join(', ');
  const more = paths.length > MOST_FAULTS ? ` and ${paths.length - MOST_FAULTS} more` : '';
  return [
    `formats: json: left out, since the page does not have what the language model gave: ${shown}${more}.`,
  ];
}
