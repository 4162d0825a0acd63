import type { Caller } from '../../../accounts/caller.ts';
import { checkSchema } from '../../../json-schema/check-schema.ts';
import { prepareSchema } from '../../../json-schema/prepare-schema.ts';
import { Deadline } from '../../../lib/time/deadline.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { AskForJson } from '../../../models/ask-for-json.ts';
import { ModelFailure } from '../../../models/model-failure.ts';
import type { Diagnosis, SupportCase } from './support-case.ts';

/** The time that a model has; the test of the fix comes after it, ms. */
const MODEL_MS = 25_000;
const MAX_FACTS = 6_000;

/** A diagnosis and the case that it is of; none for one of the whole team. */
export interface SupportFinding {
  readonly one: SupportCase | undefined;
  readonly diagnosis: Diagnosis;
}

interface Writing {
  input: { question: string; rationale?: unknown };
  findings: readonly SupportFinding[];
  quoted: string;
  deadline: Deadline;
}

const SCHEMA = prepareSchema(
  checkSchema({
    type: 'object',
    properties: {
      choice: { type: 'integer', description: 'The number of the diagnosis that answers the question' },
      answer: {
        type: 'string',
        description: 'Two to four sentences: what is wrong, and what to do about it',
      },
    },
    required: ['choice', 'answer'],
    additionalProperties: false,
  }),
);

/** Words the answer: the diagnosis itself, or what a language model makes of those that were found. */
export function createWriteAnswer({
  model,
  log,
}: {
  model: { askForJson: AskForJson } | undefined;
  log: Log;
}) {
  return async function writeAnswer(
    caller: Caller,
    { input, findings, quoted, deadline }: Writing,
  ): Promise<{ answer: string; finding: SupportFinding }> {
    const [first] = findings;
    const plain = { answer: `${subjectOf(first!.one)}${first!.diagnosis.answer}`, finding: first! };
    if (model === undefined) return plain;
    using within = new Deadline(MODEL_MS, deadline.signal);
    try {
      const { value } = await model.askForJson(
        {
          instructions: 'You are the support of a web scraping service and explain what its diagnosis found.',
          task: `Choose the diagnosis that answers this, and answer in its sense: ${JSON.stringify(input)}`,
          page: factsOf(findings, quoted),
          schema: SCHEMA,
        },
        { deadline: within, teamId: caller.team.id },
      );
      const { choice, answer } = value as { choice: number; answer: string };
      const chosen = findings[choice - 1];
      return chosen === undefined || answer.trim() === ''
        ? plain
        : { answer: answer.trim(), finding: chosen };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      log.warn('the language model did not word an answer of the support', { kind: error.kind });
      return plain;
    }
  };
}

/** The case that is spoken of, at the beginning of a sentence; nothing where it is the team. */
export function subjectOf(one: SupportCase | undefined): string {
  if (one === undefined) return '';
  const kind = { scrape: 'Scrape', crawl: 'Crawl', batch_scrape: 'Batch scrape' }[one.kind];
  return `${kind} ${one.id}${one.target === null ? '' : ` of ${one.target}`}: `;
}

function factsOf(findings: readonly SupportFinding[], quoted: string): string {
  const texts = findings.map((finding, at) => {
    const { pages, statusCode, errorCode, characters, warnings = [] } = finding.one ?? {};
    const facts = JSON.stringify({ pages, statusCode, errorCode, characters, warnings });
    return `Diagnosis ${at + 1}: ${subjectOf(finding.one)}${finding.diagnosis.answer}\nFacts: ${facts}`;
  });
  return [...texts, `Documentation: ${quoted}`].join('\n\n').slice(0, MAX_FACTS);
}
