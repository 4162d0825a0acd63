import type { FormatName } from '../../contract/options/formats.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { ModelPage } from '../formats/by-model/model-page.ts';
import { formats } from '../formats/index.ts';
import type { KeptAnswers } from '../learnt/kept-answers.ts';
import type { LearntSelectors } from '../learnt/learnt-selectors.ts';
import type { PageTask } from '../page-task.ts';
import { cleanByModel } from './clean-by-model.ts';
import { compareByModel, type PageVersions } from './compare-by-model.ts';
import type { ReadByRules } from './fill-by-rules.ts';
import { MadeNothing } from './made-nothing.ts';
import { writeFormatByModel, type MadeByModel } from './write-format-by-model.ts';
import { ModelSession, type AskedModel, type ModelUsage } from './model-session.ts';
import { nothingByModel, type WrittenByModel } from './written-by-model.ts';

/** A page to ask about. */
export interface PageForModel {
  /** Undefined when no model has anything to do with it. */
  readonly forModel: ModelPage | undefined;
  /** Its version before and now, where they are to be compared field by field. */
  readonly versions: PageVersions | undefined;
  /** Final URL. */
  readonly url: string;
  readonly status: number;
  /** The thing that stands in the place of the page, where it is not the page itself. */
  readonly obstacle: string | undefined;
}

/** Makes the parts of a scrape that a model can; formats that fail stay as the page's own words made them. */
export type WriteByModel = (task: PageTask, page: PageForModel) => Promise<WrittenByModel>;

/** That a model was asked for something, and what came of it: ok, the kind of its failure, or unusable. */
export interface ModelAsked extends ModelUsage {
  subject: Subject;
  result: string;
}

type Subject = FormatName | 'onlyCleanContent';

/** The model, and what is known of its earlier answers. */
export interface WriteByModelParts {
  model: AskedModel;
  /** Undefined where nothing is kept. */
  kept?: KeptAnswers | undefined;
  learnt?: LearntSelectors | undefined;
  onAsked?: ((event: ModelAsked) => void) | undefined;
}

/** One thing that is asked for. */
interface Errand {
  subject: Subject;
  /** Why the model is not asked at all; undefined when it is. */
  obstacle: string | undefined;
  make(session: ModelSession): Promise<MadeByModel>;
  /** Sentences on what stands in for it. */
  insteadOf(reason: string): string[];
}

/** Rejects only where the scrape is over, and with SCRAPE_PROMPT_INJECTION_DETECTED. */
export function createWriteByModel({ model, kept, learnt, onAsked }: WriteByModelParts): WriteByModel {
  async function run(task: PageTask, { subject, make }: Errand): Promise<MadeByModel> {
    return task.trace.measure('model', async function askModel(details) {
      details['for'] = subject;
      using session = new ModelSession(model, task, kept);
      let result = 'ok';
      try {
        const made = await make(session);
        Object.assign(details, made.details);
        return made;
      } catch (error) {
        result = error instanceof ModelFailure ? error.kind : 'unusable';
        throw error;
      } finally {
        Object.assign(details, session.usage);
        if (session.keptAnswers > 0) details['keptAnswers'] = session.keptAnswers;
        if (session.usage.requests > 0) onAsked?.({ subject, result, ...session.usage });
      }
    });
  }

  return async function writeByModel(task, page) {
    const written: WrittenByModel = nothingByModel();
    await Promise.all(
      errandsOf(task, page, learnt).map(async function runErrand(errand) {
        const made =
          errand.obstacle ?? (await run(task, errand).catch((error: unknown) => explain(error, task)));
        if (typeof made === 'string') written.warnings.push(...errand.insteadOf(made));
        else take(written, errand, made);
      }),
    );
    written.warnings.push(...remarkPage(written, page));
    return written;
  };
}

/** A page that shows less to a model than its document holds. */
function remarkPage({ made }: WrittenByModel, { forModel }: PageForModel): string[] {
  if (made.size === 0 || forModel === undefined) return [];
  const warnings: string[] = [];
  if (forModel.isMuchHidden)
    warnings.push(
      'A part of the page is hidden from its readers by its style, and was not shown to the language model.',
    );
  if (forModel.isCut) warnings.push('The end of the page was too long for the language model.');
  return warnings;
}

function take(written: WrittenByModel, { subject }: Errand, made: MadeByModel): void {
  Object.assign(written.content, made.content);
  Object.assign(written.metadata, made.metadata);
  written.warnings.push(...made.warnings);
  written.changes ??= made.changes;
  written.isInjectionChecked ||= made.isInjectionChecked ?? false;
  if (subject !== 'onlyCleanContent') written.made.add(subject);
}

function errandsOf(
  task: PageTask,
  { forModel, versions, ...page }: PageForModel,
  learnt: LearntSelectors | undefined,
): Errand[] {
  const { options } = task;
  const errands: Errand[] = [];
  for (const format of options.formats) {
    if (format.type === 'changeTracking' && versions) errands.push(comparison(versions, format));
    if (forModel === undefined || !formats[format.type].isByModel) continue;
    errands.push({
      subject: format.type,
      obstacle: whyNotAsked(forModel, page),
      make(session) {
        const url = new URL(page.url);
        const readByRules = learnt && rulesFor(learnt, { task, session, url, page: forModel });
        return writeFormatByModel({ session, page: forModel, url, readByRules }, format);
      },
      insteadOf: (reason) => [
        `formats: ${format.type}: ${reason}.`,
        ...(forModel.remarks[format.type] ?? []),
      ],
    });
  }
  const { document } = forModel ?? {};
  if (document !== undefined && document.trim() !== '') errands.push(cleaning(document));
  return errands;
}

interface RuledPage {
  task: PageTask;
  session: ModelSession;
  url: URL;
  page: ModelPage;
}

/** Undefined where no rules may be learnt. */
function rulesFor(learnt: LearntSelectors, { task, session, url, page }: RuledPage): ReadByRules | undefined {
  const { teamId } = task;
  const { places, isCut, isLearnt } = page;
  if (!isLearnt || places === undefined || teamId === undefined || isCut) return undefined;
  const deadline = { signal: session.signal, pause: () => session.pause() };
  return (wanted, ask) => learnt.answer({ teamId, host: url.host, places, deadline }, wanted, ask);
}

function comparison(versions: PageVersions, wanted: Parameters<typeof compareByModel>[2]): Errand {
  return {
    subject: 'changeTracking',
    obstacle: undefined,
    async make(session) {
      const { json, warnings } = await compareByModel(session, versions, wanted);
      return { content: {}, warnings: [...warnings], changes: json };
    },
    insteadOf: (reason) => [`formats: changeTracking has no json: ${reason}.`],
  };
}

function cleaning(document: string): Errand {
  return {
    subject: 'onlyCleanContent',
    obstacle: undefined,
    async make(session) {
      const { text, warnings } = await cleanByModel(session, document);
      return { content: { markdown: text }, warnings: [...warnings] };
    },
    insteadOf: (reason) => [`onlyCleanContent: the Markdown was not cleaned: ${reason}.`],
  };
}

/** Undefined when the page can be asked about. */
function whyNotAsked(
  { markdown }: ModelPage,
  { status, obstacle }: Pick<PageForModel, 'status' | 'obstacle'>,
): string | undefined {
  if (status >= 400) return `The language model was not asked, since the page answered with status ${status}`;
  if (obstacle !== undefined) return `The language model was not asked, since the site shows ${obstacle}`;
  return markdown.trim() === '' ? 'The language model was not asked, since the page has no text' : undefined;
}

/** The reason why something was not made, for its caller; throws where the scrape is over, and for a bug. */
function explain(error: unknown, { deadline }: PageTask): string {
  if (error instanceof ModelFailure || error instanceof MadeNothing) {
    deadline.check();
    return error.message;
  }
  // The model's part of the time may be over while the page still has some.
  if (error instanceof ServiceError && error.code === 'SCRAPE_TIMEOUT') {
    deadline.check();
    return new ModelFailure('timed-out').message;
  }
  throw error;
}
