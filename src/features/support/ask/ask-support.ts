import { readFreeCredits } from '../../../accounts/credits.ts';
import type { Caller } from '../../../accounts/caller.ts';
import type { EndpointInput, EndpointReply } from '../../../contract/endpoint.ts';
import type { supportAsk } from '../../../contract/endpoints/support-ask.ts';
import { Deadline } from '../../../lib/time/deadline.ts';
import type { Log } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { untilAborted } from '../../../lib/time/until-aborted.ts';
import type { AskForJson } from '../../../models/ask-for-json.ts';
import type { Queryable } from '../../../store/database.ts';
import { findSections, quoteSections } from '../docs/docs-search.ts';
import type { DocsIndex } from '../docs/docs-index.ts';
import { describeState } from './describe-state.ts';
import { diagnoseJob, optionsOfPages } from './diagnose-job.ts';
import { diagnosePage } from './diagnose-page.ts';
import type { FindCases } from './find-cases.ts';
import { readNamedThings, withoutNames, type NamedThings } from './named-things.ts';
import type { Diagnosis, SupportCase } from './support-case.ts';
import type { TryFix } from './try-fix.ts';
import { createWriteAnswer, subjectOf, type SupportFinding } from './write-answer.ts';

type Reply = EndpointReply<typeof supportAsk>;
type Question = EndpointInput<typeof supportAsk>['body'];

/** A call ends within 60 s by the contract. */
const INNER_MS = 55_000;
/** Findings that are written of, and the share of a question from which the documentation answers it alone. */
const MOST_FINDINGS = 3;
const CLEAR_SHARE = 0.75;

export interface AskSupportParts {
  db: Queryable;
  findCases: FindCases;
  tryFix: TryFix;
  openDocs: () => Promise<DocsIndex>;
  /** Undefined: no language model is configured. */
  model: { askForJson: AskForJson } | undefined;
  log: Log;
}

type Envelope = Omit<Reply, 'durationMs'>;

/** POST /v2/support/ask: why something does not work, from the team's own scrapes and jobs and the documentation. */
export function createAskSupport(parts: AskSupportParts) {
  const { tryFix, openDocs } = parts;
  const writeAnswer = createWriteAnswer(parts);

  async function answer(
    caller: Caller,
    input: Question,
    { partial, deadline }: { partial: Partial<Envelope>; deadline: Deadline },
  ): Promise<Envelope> {
    const { question } = input;
    const named = readNamedThings(question, textOf(input['jobId']));
    const words = withoutNames(question);
    const sections = findSections(await openDocs(), words);
    const quoted = quoteSections(words, sections.slice(0, 1));
    const isClear = !named.isAny && (sections[0]?.share ?? 0) >= CLEAR_SHARE;
    const { findings, known } =
      named.isAny || named.isTrouble
        ? await diagnose(parts, caller, { named, isClear })
        : { findings: [], known: [] };
    if (findings.length === 0)
      return fromDocs({ quoted: `${knownOf(named, known)}${quoted}`, isClear, named });
    const written = await writeAnswer(caller, { input, findings, quoted, deadline });
    const { one, diagnosis } = written.finding;
    Object.assign(partial, {
      answer: written.answer,
      confidence: diagnosis.confidence,
      fixParameters: diagnosis.fixParameters,
    });
    const validation = one === undefined ? undefined : await tryFix(caller, one, diagnosis, deadline.signal);
    return {
      answer: withResult(written.answer, diagnosis, validation),
      confidence: confidenceOf(diagnosis, validation?.result),
      fixParameters: diagnosis.fixParameters,
      validation: validation ?? null,
      feedback: null,
    };
  }

  return async function askSupport(caller: Caller, input: Question, signal: AbortSignal): Promise<Reply> {
    const startedAt = performance.now();
    const timed = <Part extends object>(part: Part) => ({
      ...part,
      durationMs: Math.round(performance.now() - startedAt),
    });
    using deadline = new Deadline(INNER_MS, signal);
    const partial: Partial<Envelope> = {};
    try {
      return timed(await untilAborted(answer(caller, input, { partial, deadline }), deadline.signal));
    } catch (error) {
      if (signal.aborted || !deadline.signal.aborted) throw error;
      throw new ServiceError('SUPPORT_TIMEOUT', {
        members: timed({ ...UNFINISHED, ...partial }),
        cause: error,
      });
    }
  };
}

/** Cases of the team that show a fault, and what mends it. */
async function diagnose(
  { db, findCases }: Pick<AskSupportParts, 'db' | 'findCases'>,
  caller: Caller,
  { named, isClear }: { named: NamedThings; isClear: boolean },
): Promise<{ findings: SupportFinding[]; known: SupportCase[] }> {
  const free = await readFreeCredits(db, caller.team.id);
  const cases = await findCases(caller, named);
  const meant = cases.filter(({ isNamed }) => isNamed);
  const isByName = named.isAny || meant.length > 0;
  const looked = isByName ? meant : cases.filter((one) => mayBeMeant(one, { named, isClear }));
  const found = looked.flatMap((one) => {
    const diagnosis = diagnosisOf(one, named);
    return diagnosis === undefined ? [] : [{ one, diagnosis }];
  });
  const findings = [...(free !== null && free <= 0 ? [NO_CREDITS] : []), ...found].slice(0, MOST_FINDINGS);
  return { findings, known: meant };
}

/**
 * Whether a case that the question does not name may be the one: it has the trouble and the kind that are spoken of. A
 * question that speaks of neither and is answered by the documentation is not about the newest case that failed.
 */
function mayBeMeant(one: SupportCase, { named, isClear }: { named: NamedThings; isClear: boolean }): boolean {
  const { trouble } = named;
  if (trouble.isOfWebhook) return one.warnings.some((sentence) => WEBHOOK_WARNING.test(sentence));
  if (!trouble.isSpecific && !named.hasKind && isClear) return false;
  return named.isOfKind(one.kind) && trouble.fits(one);
}

const WEBHOOK_WARNING = /\bwebhook\b/i;

const NO_CREDITS: SupportFinding = {
  one: undefined,
  diagnosis: {
    answer:
      'The team has no credits left, so that every scrape is refused with 402. The operator grants more: decant teams set NAME --credits N, or --credits unlimited.',
    fixParameters: null,
    confidence: 'medium',
    canBeTested: false,
  },
};

const UNFINISHED: Envelope = {
  answer: 'The time was over before anything was found.',
  confidence: 'low',
  fixParameters: null,
  validation: null,
  feedback: {
    blockedBy: 'The time of 60 seconds was over.',
    attempted: 'Looked at the scrapes and jobs of the team.',
  },
};

function diagnosisOf(one: SupportCase, { trouble }: NamedThings): Diagnosis | undefined {
  if (trouble.isOfWebhook) return diagnoseWebhook(one);
  return one.kind === 'scrape' ? diagnosePage(one) : (diagnoseJob(one) ?? withoutJobTrouble(one));
}

/** A job knows of its webhook whether it may be called; what became of the calls only the operator sees. */
function diagnoseWebhook({ warnings }: SupportCase): Diagnosis | undefined {
  const answer = warnings.find((sentence) => WEBHOOK_WARNING.test(sentence));
  return answer === undefined
    ? undefined
    : { answer, fixParameters: null, confidence: 'medium', canBeTested: false };
}

/** Says of what the question names how it stands, or that there is no such thing; nothing when it names nothing. */
function knownOf(named: NamedThings, [one]: readonly SupportCase[]): string {
  if (one !== undefined)
    return `${subjectOf(one)}${describeState(one)} Nothing went wrong as far as it shows.\n\n`;
  return named.isAny
    ? 'The team has no scrape or job of the last 24 hours that fits what the question names; of those with zero data retention only the id is known.\n\n'
    : '';
}

/** A fix that did not help is no advice to leave without a word. */
function withResult(
  answer: string,
  { fixParameters }: Diagnosis,
  validation: { result: string; evidence: string } | undefined,
): string {
  if (validation?.result !== 'failure') return answer;
  const said = fixParameters === null ? 'Tried again just now' : 'Tried just now, and it did not help';
  return `${answer} ${said}: ${validation.evidence}`;
}

/** A job that did well may have brought pages that are empty. */
function withoutJobTrouble(one: SupportCase): Diagnosis | undefined {
  const page = diagnosePage({ ...one, errorCode: undefined, options: optionsOfPages(one) });
  if (page === undefined) return undefined;
  const { fixParameters } = page;
  return {
    ...page,
    answer: `Of the first page of the job: ${page.answer}`,
    fixParameters: fixParameters && (one.kind === 'crawl' ? { scrapeOptions: fixParameters } : fixParameters),
  };
}

/** Only a test that succeeded makes a diagnosis sure. */
function confidenceOf(
  { confidence, fixParameters }: Diagnosis,
  result: 'success' | 'failure' | 'skipped' | undefined,
): Reply['confidence'] {
  if (result === 'success') return 'high';
  // A trouble without a fix that shows itself again is the one that was told of.
  return result === 'failure' && fixParameters !== null ? 'low' : confidence;
}

function fromDocs({
  quoted,
  isClear,
  named,
}: {
  quoted: string;
  isClear: boolean;
  named: NamedThings;
}): Envelope {
  const attempted = named.isAny
    ? 'Looked for the scrape or job that the question names among those of the team of the last 24 hours, and searched the documentation.'
    : named.isTrouble
      ? 'Looked at the scrapes and jobs of the team of the last 24 hours, and searched the documentation.'
      : 'Searched the documentation.';
  const blockedBy = named.isAny
    ? 'Nothing that went wrong is known of what the question names: the team has no such scrape or job of the last 24 hours, or it shows no fault.'
    : named.isTrouble
      ? 'No scrape or job of the team of the last 24 hours shows a fault of this kind. Name the id of a job, or the URL.'
      : 'The documentation says nothing clear about it.';
  const isToldByDocs = isClear && (!named.isTrouble || named.trouble.isSpecific || named.trouble.isOfWebhook);
  return {
    answer: quoted,
    confidence: isToldByDocs ? 'medium' : 'low',
    fixParameters: null,
    validation: null,
    feedback: isToldByDocs ? null : { blockedBy, attempted },
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
