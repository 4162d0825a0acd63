import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../../contract/endpoint.ts';
import type { supportDocsSearch } from '../../../contract/endpoints/support-docs-search.ts';
import type { Passage } from '../../../extract/passages/passage.ts';
import { answerFrom } from '../../../extract/passages/pick-highlights.ts';
import { rankPassages } from '../../../extract/passages/rank-passages.ts';
import { checkSchema } from '../../../json-schema/check-schema.ts';
import { prepareSchema } from '../../../json-schema/prepare-schema.ts';
import { Deadline } from '../../../lib/time/deadline.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { AskForJson } from '../../../models/ask-for-json.ts';
import { ModelFailure } from '../../../models/model-failure.ts';
import { tellingWords } from './english-words.ts';
import type { DocsIndex, FoundSection } from './docs-index.ts';

type Reply = EndpointReply<typeof supportDocsSearch>;

/** The time that a model has, ms. */
const MODEL_MS = 30_000;
/** Sections of an answer, and characters of them that a model is shown. */
const MOST_SECTIONS = 5;
const QUOTED_SECTIONS = 2;
/** Characters of a section that is quoted as a whole. */
const SHORT_SECTION = 900;
const MAX_SHOWN = 10_000;
const MAX_SECTION_SHOWN = 3_000;
/** Below this share of a question's words a section speaks of something else. */
const LEAST_SHARE = 0.2;
const NO_TOKENS = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

const SCHEMA = prepareSchema(
  checkSchema({
    type: 'object',
    properties: {
      answer: {
        type: 'string',
        description: 'Two to four sentences, of what the sections say and nothing else',
      },
      sections: {
        type: 'array',
        items: { type: 'integer' },
        description: 'Numbers of the sections that say it',
      },
    },
    required: ['answer', 'sections'],
    additionalProperties: false,
  }),
);

export interface DocsSearchParts {
  openDocs: () => Promise<DocsIndex>;
  /** Undefined: no language model is configured. */
  model: { askForJson: AskForJson } | undefined;
  log: Log;
}

/** POST /v2/support/docs-search: answers a question from our own documentation. */
export function createDocsSearch({ openDocs, model, log }: DocsSearchParts) {
  async function askModel(
    question: string,
    found: readonly FoundSection[],
    { teamId, signal }: { teamId: string; signal: AbortSignal },
  ): Promise<Pick<Reply, 'answer' | 'evidence' | 'usage'> | undefined> {
    if (model === undefined) return undefined;
    using deadline = new Deadline(MODEL_MS, signal);
    try {
      const asked = {
        instructions: 'You answer questions about a web scraping service from its documentation.',
        task: `Answer this question from the numbered sections: ${JSON.stringify(question)}`,
        page: numbered(found),
        schema: SCHEMA,
      };
      const { value, promptTokens, completionTokens } = await model.askForJson(asked, { deadline, teamId });
      const { answer, sections } = value as { answer: string; sections: number[] };
      const named = found.filter((_one, at) => sections.includes(at + 1));
      // An answer that no section says is no answer of the documentation.
      if (answer.trim() === '' || named.length === 0) return undefined;
      const usage = {
        inputTokens: promptTokens,
        outputTokens: completionTokens,
        totalTokens: promptTokens + completionTokens,
      };
      return { answer: answer.trim(), evidence: named.map(evidenceOf), usage };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      log.warn('the language model did not answer from the documentation', { kind: error.kind });
      return undefined;
    }
  }

  return async function searchDocs(
    caller: Caller,
    { question }: EndpointInput<typeof supportDocsSearch>['body'],
    signal: AbortSignal,
  ): Promise<Reply> {
    const startedAt = performance.now();
    const docs = await openDocs();
    const found = findSections(docs, question);
    const teamId = caller.team.id;
    const written = found.length > 0 ? await askModel(question, found, { teamId, signal }) : undefined;
    return {
      requestId: randomUUID(),
      ...(written ?? {
        answer: quoteSections(question, found),
        evidence: found.map(evidenceOf),
        usage: NO_TOKENS,
      }),
      durationMs: Math.round(performance.now() - startedAt),
    };
  };
}

/** The sections that fit a question; none when the documentation speaks of something else. */
export function findSections(docs: DocsIndex, question: string): FoundSection[] {
  return docs
    .search(question)
    .filter(({ share }) => share >= LEAST_SHARE)
    .slice(0, MOST_SECTIONS);
}

/** The passages of the best sections that fit best, each with the place that it stands at. */
export function quoteSections(question: string, found: readonly FoundSection[]): string {
  if (found.length === 0) return 'The documentation says nothing about this, as far as its words tell.';
  return found
    .slice(0, QUOTED_SECTIONS)
    .map(({ section, passages }) => {
      const text = excerpt(question, section.markdown, passages);
      return `${section.headings.join(', ')} (${section.place}):\n\n${text}`;
    })
    .join('\n\n');
}

/** A short section as a whole; of a long one the beginning, which says what it is about, and what fits best. */
function excerpt(question: string, markdown: string, passages: readonly Passage[]): string {
  if (markdown.length <= SHORT_SECTION) return markdown;
  const own = passages.map((passage, index) => ({ ...passage, index, context: '' }));
  const first = opening(markdown);
  const best = answerFrom(rankPassages(own, tellingWords(question).join(' ') || question));
  return first.includes(best) ? first : [first, best].join('\n\n');
}

/** The blocks that a text begins with; where they are next to nothing, lines of the next one too. */
function opening(markdown: string): string {
  let end = 0;
  for (let next = markdown.indexOf('\n\n'); next !== -1; next = markdown.indexOf('\n\n', next + 2)) {
    if (next > SHORT_SECTION && end > 0) break;
    end = next;
  }
  if (end === 0) return markdown.slice(0, SHORT_SECTION);
  if (end >= SHORT_SECTION / 2) return markdown.slice(0, Math.min(end, 2 * SHORT_SECTION));
  return markdown.slice(0, Math.max(end, markdown.lastIndexOf('\n', 2 * SHORT_SECTION)));
}

function numbered(found: readonly FoundSection[]): string {
  const texts = found.map(
    ({ section }, at) =>
      `[${at + 1}] ${section.headings.join(', ')}\n${section.markdown.slice(0, MAX_SECTION_SHOWN)}`,
  );
  return texts.join('\n\n').slice(0, MAX_SHOWN);
}

function evidenceOf({ section, words }: FoundSection): Reply['evidence'][number] {
  const holds = words.length > 0 ? ` has ${[...new Set(words)].join(', ')}` : ' fits';
  return { pathOrUrl: section.place, reason: `The section "${section.headings.at(-1) ?? ''}"${holds}.` };
}
