import type { Passage } from '../../extract/passages/passage.ts';
import { joinPassages } from '../../extract/passages/pick-highlights.ts';
import { checkSchema } from '../../json-schema/check-schema.ts';
import { prepareSchema } from '../../json-schema/prepare-schema.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import type { ModelPage } from '../formats/by-model/model-page.ts';
import type { MadeText } from './made-text.ts';
import type { ModelSession } from './model-session.ts';
import { numberPassages, type NumberedPassages } from './numbered-passages.ts';

/** The format that asks, and its words. */
export interface AskedQuestion {
  format: 'question' | 'query' | 'highlights';
  text: string;
}

const numbers = {
  type: 'array',
  items: { type: 'integer' },
  description: 'Numbers of passages, as they stand in brackets before them.',
};
const answerSchema = prepareSchema(
  checkSchema({
    type: 'object',
    properties: { answer: { type: 'string' }, passages: numbers },
    required: ['answer', 'passages'],
    additionalProperties: false,
  }),
);
const quoteSchema = prepareSchema(
  checkSchema({
    type: 'object',
    properties: { passages: numbers },
    required: ['passages'],
    additionalProperties: false,
  }),
);
const instructions =
  'You answer questions about web pages from their text alone. The text is given as passages with numbers in brackets.';
/** Passages that nobody would read: a model that names more is asked again. */
const MOST_NAMED = 40;

/** Answers a question from the page, in the words of the model; '' where the page does not say it. */
export async function answerByModel(
  session: ModelSession,
  page: Pick<ModelPage, 'passages'>,
  { format, text }: AskedQuestion,
): Promise<MadeText> {
  const task = `Answer this question from the page, in the language of the question: ${text}\nName in "passages" the numbers of the passages that the answer rests on. Where the page does not say it, "answer" is empty and so is "passages".`;
  const shown = show(session, page, { question: text, fixed: task + answerSchema.text });
  const { value } = await session.ask({
    instructions,
    schema: answerSchema,
    task,
    page: shown.text,
    findFaults: (answer) => findForeign(answer, shown),
  });
  const { answer, passages } = value as { answer: string; passages: number[] };
  return { text: answer.trim(), warnings: remarkAnswer(format, answer, passages) };
}

function remarkAnswer(format: string, answer: string, passages: readonly number[]): string[] {
  if (answer.trim() === '') return [`formats: ${format} is empty: the page does not say it.`];
  if (passages.length > 0) return [];
  return [`formats: ${format}: the language model names no passage of the page for its answer.`];
}

/** The passages of the page that matter for some words, the most telling first, to the character. */
export async function quoteByModel(
  session: ModelSession,
  page: Pick<ModelPage, 'passages'>,
  { format, text }: AskedQuestion,
): Promise<MadeText> {
  const task = `Name in "passages" the numbers of the passages of the page that matter for this, the most telling first and at most eight: ${text}\nWhere none does, "passages" is empty.`;
  const shown = show(session, page, { question: text, fixed: task + quoteSchema.text });
  const { value } = await session.ask({
    instructions,
    schema: quoteSchema,
    task,
    page: shown.text,
    findFaults: (answer) => findForeign(answer, shown),
  });
  const named = new Set((value as { passages: number[] }).passages);
  const chosen = [...named].map((number) => shown.passages.get(number)!);
  const quoted = joinInOrder(chosen);
  return {
    text: quoted,
    warnings: quoted === '' ? [`formats: ${format} is empty: no passage of the page fits.`] : [],
  };
}

function show(
  { budget }: ModelSession,
  { passages }: Pick<ModelPage, 'passages'>,
  { question, fixed }: { question: string; fixed: string },
): NumberedPassages {
  // The task stands before the page and after it.
  const room = budget.roomFor(instructions + fixed + fixed);
  const shown = numberPassages(passages, question, { budget, room });
  if (shown === undefined) throw new ModelFailure('too-long');
  return shown;
}

function findForeign(value: unknown, { passages: known }: NumberedPassages): string[] {
  const { passages } = value as { passages: number[] };
  const foreign = passages.filter((number) => !known.has(number)).slice(0, 3);
  const faults = foreign.map((number) => `/passages: There is no passage ${number}.`);
  if (passages.length > MOST_NAMED) faults.push(`/passages: There are more than ${MOST_NAMED}.`);
  return faults;
}

function joinInOrder(chosen: readonly Passage[]): string {
  const ranked = chosen.map((passage, at) => ({ passage, score: chosen.length - at, share: 1 }));
  return joinPassages(ranked)
    .map(({ markdown }) => markdown)
    .join('\n\n');
}
