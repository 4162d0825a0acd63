import type { EndpointReply } from '../../contract/endpoint.ts';
import type { ScrapeStepKind, teamScrape } from '../../contract/endpoints/team-scrape.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { TraceStep } from '../../scraper/trace.ts';

type ShownStep = EndpointReply<typeof teamScrape>['data']['steps'][number];

/** The details of a step as they were stored: of any type. */
type Details = Readonly<Record<string, unknown>>;

interface StepWords {
  kind: ScrapeStepKind;
  /** Absent: the step's own name. */
  name?: string;
  /** Tells its details; absent: none of them is told. */
  note?: (details: Details) => string | undefined;
}

/**
 * The steps that are told, and what of them: a detail that nobody named here stays with the operator, because messages of
 * browsers, proxies and models may hold addresses.
 */
const STEPS: Readonly<Record<string, StepWords>> = {
  cache: {
    kind: 'cache',
    note: ({ found }) => (found === true ? 'a stored copy was taken' : 'no stored copy that is young enough'),
  },
  slot: { kind: 'queue', name: 'wait for a turn', note: ({ waitedMs }) => waitedFor(waitedMs) },
  fetch: { kind: 'fetch', note: fetchNote },
  metaRefresh: { kind: 'decision', name: 'redirect', note: () => 'the page leads on by itself' },
  engine: { kind: 'decision', name: 'browser', note: browserNote },
  escalate: { kind: 'decision', name: 'browser', note: browserNote },
  blocked: { kind: 'decision', name: 'blocked', note: () => 'the site refused this way; another is tried' },
  proxyFailed: { kind: 'decision', name: 'proxy', note: () => 'a proxy failed; another way is tried' },
  browserGone: {
    kind: 'decision',
    name: 'browser gone',
    note: () => 'the browser ended; another is started',
  },
  renderFailed: { kind: 'decision', name: 'browser failed', note: () => 'the plain page is used instead' },
  repeat: { kind: 'decision', name: 'repeat', note: () => 'the batch names this page twice' },
  browserTab: {
    kind: 'browser',
    name: 'open a tab',
    note: ({ isReused, queuedMs }) => join(isReused === true && 'one that was ready', waitedFor(queuedMs)),
  },
  browse: { kind: 'browser', name: 'open the page', note: ({ status }) => statusOf(status) },
  consent: { kind: 'browser', name: 'cookie dialogue' },
  capture: {
    kind: 'browser',
    name: 'take the page in',
    note: ({ characters }) => counted(characters, 'characters'),
  },
  screenshot: { kind: 'browser' },
  branding: { kind: 'browser' },
  findMedia: { kind: 'browser', name: 'look for media' },
  profile: { kind: 'browser', name: 'open the profile' },
  profileRestore: { kind: 'browser', name: 'restore the profile' },
  profileSave: { kind: 'browser', name: 'save the profile' },
  settle: { kind: 'wait', name: 'wait for rest', note: ({ end }) => ENDS[String(end)] },
  waitFor: { kind: 'wait', name: 'waitFor' },
  read: { kind: 'read', name: 'read the file', note: ({ kind }) => wordOf(kind) },
  changes: { kind: 'convert', name: 'compare', note: ({ changeStatus }) => wordOf(changeStatus) },
  model: {
    kind: 'model',
    note: (details) => join(wordOf(details['for']), counted(details['requests'], 'requests')),
  },
  media: { kind: 'media', note: ({ want }) => wordOf(want) },
};

const ENDS: Readonly<Record<string, string>> = {
  quiet: 'nothing moved or loaded any more',
  time: 'its time was over',
  stopped: 'the page was stopped',
};
/** Stages of a conversion that come before its formats are written. */
const PREPARING = new Set(['decode', 'parse', 'transforms', 'metadata']);
/** A shorter wait for a thread is not worth a bar. */
const LEAST_WAIT_MS = 1;
const ACTION = /^action \d+: [a-zA-Z]+$/;
const MAX_EVIDENCE = 120;

/** The steps of a trace as they may be told to the team of the scrape, in the order of their beginnings. */
export function shownSteps(steps: readonly TraceStep[]): ShownStep[] {
  return steps
    .flatMap((step) => (step.step === 'convert' ? stagesOf(step) : [shown(step)]))
    .toSorted((a, b) => a.atMs - b.atMs);
}

function shown(step: TraceStep): ShownStep {
  const { step: name, atMs, tookMs } = step;
  const words = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  const isFailed = typeof step['error'] === 'string';
  const failure = isFailed ? failureOf(step['code']) : undefined;
  const rest = { atMs, tookMs, isFailed };
  if (words === undefined)
    return ACTION.test(name)
      ? { kind: 'action', name, note: failure ?? null, ...rest }
      : { kind: 'decision', name: 'other', note: failure ?? null, ...rest };
  const note = join(isFailed ? undefined : words.note?.(step), failure);
  return { kind: words.kind, name: words.name ?? name, note: note ?? null, ...rest };
}

/** A conversion as its wait for a thread, the reading of the page, and the writing of the formats. */
function stagesOf(step: TraceStep): ShownStep[] {
  const { atMs, tookMs, timings } = step;
  if (typeof step['error'] === 'string')
    return [
      { kind: 'convert', name: 'convert', atMs, tookMs, note: failureOf(step['code']), isFailed: true },
    ];
  const laps = Object.entries((timings ?? {}) as Record<string, number>);
  const sum = (isWanted: (name: string) => boolean): number =>
    laps.reduce((total, [name, ms]) => total + (isWanted(name) ? ms : 0), 0);
  const preparing = sum((name) => PREPARING.has(name));
  const writing = sum((name) => !PREPARING.has(name));
  const waiting = Math.max(0, tookMs - preparing - writing);
  const kind = wordOf(step['kind']);
  const pageType = wordOf(step['pageType']);
  const note = join(kind, pageType && `taken for a page of type ${pageType}`) ?? null;
  const rest = { isFailed: false, note: null };
  return [
    ...(waiting > LEAST_WAIT_MS
      ? [{ kind: 'queue' as const, name: 'wait for a thread', atMs, tookMs: rounded(waiting), ...rest }]
      : []),
    {
      kind: 'convert',
      name: 'convert',
      atMs: rounded(atMs + waiting),
      tookMs: rounded(preparing),
      ...rest,
      note,
    },
    {
      kind: 'write',
      name: 'write the formats',
      atMs: rounded(atMs + waiting + preparing),
      tookMs: rounded(writing),
      ...rest,
    },
  ];
}

function fetchNote({ status, bytes, redirects }: Details): string | undefined {
  const size = typeof bytes === 'number' && `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  return join(statusOf(status), size, counted(redirects, 'redirects'));
}

/** The reason is ours; the evidence is the page's. */
function browserNote({ reason, evidence }: Details): string | undefined {
  const words = typeof reason === 'string' ? `a browser is asked: ${reason}` : undefined;
  return join(words, typeof evidence === 'string' && evidence !== '' && evidence.slice(0, MAX_EVIDENCE));
}

/** The text of the error table: that of the error itself may name what only the operator knows. */
function failureOf(code: unknown): string {
  const known = typeof code === 'string' && Object.hasOwn(ERRORS, code) ? code : undefined;
  return known === undefined
    ? 'failed'
    : `failed: ${ERRORS[known as keyof typeof ERRORS].message} (${known})`;
}

function statusOf(status: unknown): string | undefined {
  return typeof status === 'number' ? `status ${status}` : undefined;
}

function waitedFor(ms: unknown): string | undefined {
  return typeof ms === 'number' && ms > 0 ? `waited ${Math.round(ms)} ms` : undefined;
}

function counted(count: unknown, what: string): string | undefined {
  if (typeof count !== 'number' || count === 0) return undefined;
  return `${count} ${count === 1 ? what.slice(0, -1) : what}`;
}

/** A word of our own: a format, a kind of file, a type of page. */
function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-zA-Z-]{1,40}$/.test(value) ? value : undefined;
}

function join(...parts: ReadonlyArray<string | false | undefined>): string | undefined {
  const said = parts.filter((part) => typeof part === 'string' && part !== '');
  return said.length === 0 ? undefined : said.join(', ');
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
