import { checkSchema } from '../../json-schema/check-schema.ts';
import { prepareSchema } from '../../json-schema/prepare-schema.ts';
import { withoutTargets } from '../../text/seen-text.ts';
import type { ModelPage } from '../formats/by-model/model-page.ts';
import { askInPieces } from './ask-in-pieces.ts';
import type { MadeText } from './made-text.ts';
import type { ModelSession } from './model-session.ts';
import { remarkUnread } from './remark-unread.ts';

const schema = prepareSchema(
  checkSchema({
    type: 'object',
    properties: { summary: { type: 'string', description: 'Plain text in the language of the page.' } },
    required: ['summary'],
    additionalProperties: false,
  }),
);
const instructions = 'You sum up web pages. You say nothing that the page does not say.';
const WHOLE = 'Sum up the page in 100 to 150 words, in the language that it is written in.';
const PART =
  'This is a part of a longer page. Sum up this part in at most 150 words, in the language that it is written in, with the figures and names that matter.';
const MERGED =
  'These are summaries of the parts of one page, in order. Make one summary of the page of 100 to 150 words of them, in the same language.';

/** Sums a page up; a long one part by part, and then what came of it. */
export async function summariseByModel(
  session: ModelSession,
  { markdown }: Pick<ModelPage, 'markdown'>,
): Promise<MadeText> {
  const sum = async (task: string, page: string): Promise<string> => {
    const { value } = await session.ask({ instructions, schema, task, page, findFaults: findEmpty });
    return (value as { summary: string }).summary.trim();
  };
  const { answers, unread } = await askInPieces(session, withoutTargets(markdown), {
    fixed: instructions + schema.text + PART + PART,
    ask: (text, isPart) => sum(isPart ? PART : WHOLE, text),
  });
  const text = answers.length === 1 ? answers[0]! : await sum(MERGED, answers.join('\n\n'));
  return { text, warnings: remarkUnread('summary', unread) };
}

function findEmpty(value: unknown): string[] {
  return (value as { summary: string }).summary.trim() === '' ? ['/summary: There is no text.'] : [];
}
