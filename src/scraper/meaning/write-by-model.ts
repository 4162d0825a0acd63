import type { FormatName, RequestedFormat, RequestedFormatOf } from '../../contract/options/formats.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import type { ModelPage } from '../formats/by-model/model-page.ts';
import type { FormatOutput } from '../formats/format.ts';
import { formats } from '../formats/index.ts';
import type { PageTask } from '../page-task.ts';
import { answerByModel, quoteByModel } from './answer-by-model.ts';
import { EVIDENCE_MARK } from './asked-schema.ts';
import { fillByModel } from './fill-by-model.ts';
import { MadeNothing } from './made-nothing.ts';
import type { MadeText } from './made-text.ts';
import { ModelSession, type AskedModel, type ModelUsage } from './model-session.ts';
import { summariseByModel } from './summarise-by-model.ts';

/** A page to ask about. */
export interface PageForModel {
  readonly forModel: ModelPage | undefined;
  /** Final URL. */
  readonly url: string;
  readonly status: number;
  /** The thing that stands in the place of the page, where it is not the page itself. */
  readonly obstacle: string | undefined;
}

/** The formats that a model made. */
export interface WrittenByModel {
  content: FormatOutput;
  /** Sentences for the document's `warning`, those on formats that were made without it included. */
  warnings: string[];
  made: Set<FormatName>;
  metadata: { jsonEvidence?: string };
}

/** That a model was asked for a format, and what came of it: ok, the kind of its failure, or unusable. */
export interface ModelAsked extends ModelUsage {
  format: FormatName;
  result: string;
}

/** Makes the formats of a scrape that a model can; those that fail stay as the page's own words made them. */
export type WriteByModel = (task: PageTask, page: PageForModel) => Promise<WrittenByModel>;

type Made = Pick<WrittenByModel, 'content' | 'warnings' | 'metadata'> & { details?: object };

interface Writing {
  session: ModelSession;
  page: ModelPage;
  url: URL;
}

const MOST_TRACED = 200;

/** Rejects only where the scrape is over. */
export function createWriteByModel(model: AskedModel, onAsked?: (event: ModelAsked) => void): WriteByModel {
  async function make(
    task: PageTask,
    writing: Omit<Writing, 'session'>,
    wanted: RequestedFormat,
  ): Promise<Made> {
    return task.trace.measure('model', async function askModel(details) {
      details['format'] = wanted.type;
      using session = new ModelSession(model, task);
      let result = 'ok';
      try {
        const made = await write({ ...writing, session }, wanted);
        Object.assign(details, made.details);
        return made;
      } catch (error) {
        result = error instanceof ModelFailure ? error.kind : 'unusable';
        throw error;
      } finally {
        Object.assign(details, session.usage);
        onAsked?.({ format: wanted.type, result, ...session.usage });
      }
    });
  }

  return async function writeByModel(task, { forModel, url, status, obstacle }) {
    const written: WrittenByModel = { content: {}, warnings: [], made: new Set(), metadata: {} };
    if (forModel === undefined) return written;
    const wanted = task.options.formats.filter(({ type }) => formats[type].isByModel);
    const reason = whyNotAsked(forModel, status, obstacle);
    const writing = { page: forModel, url: new URL(url) };
    await Promise.all(
      wanted.map(async function makeOne(format) {
        const made =
          reason ?? (await make(task, writing, format).catch((error: unknown) => explain(error, task)));
        if (typeof made === 'string') written.warnings.push(...insteadOf(forModel, format.type, made));
        else {
          Object.assign(written.content, made.content);
          Object.assign(written.metadata, made.metadata);
          written.warnings.push(...made.warnings);
          written.made.add(format.type);
        }
      }),
    );
    return written;
  };
}

/** Undefined when the page can be asked about. */
function whyNotAsked(
  { markdown }: ModelPage,
  status: number,
  obstacle: string | undefined,
): string | undefined {
  if (status >= 400) return `The language model was not asked, since the page answered with status ${status}`;
  if (obstacle !== undefined) return `The language model was not asked, since the site shows ${obstacle}`;
  return markdown.trim() === '' ? 'The language model was not asked, since the page has no text' : undefined;
}

/** The reason why a format was not made, for its caller; throws where the scrape is over, and for a bug. */
function explain(error: unknown, { deadline }: PageTask): string {
  if (error instanceof ModelFailure || error instanceof MadeNothing) {
    deadline.check();
    return error.message;
  }
  throw error;
}

function insteadOf({ remarks }: ModelPage, format: FormatName, reason: string): string[] {
  return [`formats: ${format}: ${reason}.`, ...(remarks[format] ?? [])];
}

async function write(writing: Writing, wanted: RequestedFormat): Promise<Made> {
  const { session, page } = writing;
  switch (wanted.type) {
    case 'summary':
      return textIn('summary', await summariseByModel(session, page));
    case 'question':
      return textIn(
        'answer',
        await answerByModel(session, page, { format: 'question', text: wanted.question }),
      );
    case 'highlights':
      return textIn(
        'highlights',
        await quoteByModel(session, page, { format: 'highlights', text: wanted.query }),
      );
    case 'query': {
      const ask = wanted.mode === 'directQuote' ? quoteByModel : answerByModel;
      return textIn('answer', await ask(session, page, { format: 'query', text: wanted.prompt }));
    }
    case 'json':
      return writeJson(writing, wanted);
    default:
      throw new ServiceError('UNKNOWN_ERROR', { message: `No language model makes ${wanted.type}` });
  }
}

function textIn(field: 'summary' | 'answer' | 'highlights', { text, warnings }: MadeText): Made {
  return { content: { [field]: text }, warnings: [...warnings], metadata: {} };
}

async function writeJson({ session, page, url }: Writing, wanted: RequestedFormatOf<'json'>): Promise<Made> {
  const { value, evidence, warnings } = await fillByModel(session, { ...page, base: url }, wanted);
  const shown = evidence.map(({ path, quote, confidence }) => ({ path, quote, confidence }));
  const isAsked = wanted.schema?.[EVIDENCE_MARK] === true;
  return {
    content: { json: value },
    warnings: [...warnings],
    metadata: isAsked ? { jsonEvidence: JSON.stringify(shown) } : {},
    details: { evidence: shown.slice(0, MOST_TRACED) },
  };
}
