import { CdpError } from '../cdp/cdp-error.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { readInstrument } from '../page-scripts/read-instrument.js';
import { readState } from '../page-scripts/read-state.js';
import { callOnPage } from './evaluate.ts';
import type { LivePage } from './live-page.ts';
import { ENOUGH_CHARACTERS, remainingWait, REQUEST_MS, type PageRest } from './remaining-wait.ts';
import { openWaker, type Waker } from './waker.ts';

/** The limits of a wait. */
export interface SettleOptions {
  signal: AbortSignal;
  /** Never longer, ms. */
  maxMs: number;
}

interface PatientOptions extends SettleOptions {
  /** A page that does not answer for so long is stopped; 5 s when absent. */
  answerMs?: number;
}

/**
 * The end of a wait. The page was quiet, the time was over, or the page was stopped, because its scripts did not let it
 * answer or because it led from page to page without end.
 */
export interface Settled {
  end: 'quiet' | 'time' | 'stopped';
  waitedMs: number;
  /** Characters of text, counted up to 400. */
  characters: number;
}

const ANSWER_MS = 5_000;
/** A page is not held to be hung by a question that waited for less. */
const LATE_MS = 1_000;
/** Pages are not asked more often than that, whatever happens on them, */
const MIN_PAUSE_MS = 20;
/** and at first not less often; later less and less. */
const MAX_PAUSE_MS = 250;
const PAUSE_SHARE = 1 / 3;
/** So long a document that has just begun to come is left alone. */
const BEGINNING_MS = 100;
/** Far timers that are due later in the life of a page are not waited for. */
const FAR_TIMERS_UNTIL_MS = 8_000;
/** A page that leads on to yet another page is stopped. */
const MAX_DOCUMENTS = 12;
/** The last document of such a page is given so long to come. */
const LAST_MS = 3_000;
/** A page that hangs does not answer the calls that stop it. */
const STOP_MS = 1_000;

/**
 * Waits until a page has come to rest: no request, timer or change of text under way that its content could depend on.
 * There is no fixed time: a page without scripts costs nothing, and one that polls, ticks or moves does not hold the
 * wait up. Rejects with the signal's reason, or with a `PageCrash`.
 */
export async function settle(live: LivePage, options: PatientOptions): Promise<Settled> {
  const { signal: given, maxMs } = options;
  const signal = AbortSignal.any([given, live.crashed]);
  const startedAt = performance.now();
  const until = startedAt + maxMs;
  const seen = { characters: 0, loaderId: '', documents: 0, documentAt: startedAt, hasAnswered: false };
  const settled = (end: Settled['end']): Settled => ({
    end,
    waitedMs: Math.round(performance.now() - startedAt),
    characters: seen.characters,
  });
  using waker = openWaker(live);
  for (;;) {
    signal.throwIfAborted();
    const now = performance.now();
    const leftMs = until - now;
    if (leftMs <= 0) return settled('time');
    const { loaderId } = live.state;
    if (seen.loaderId !== loaderId) {
      Object.assign(seen, { loaderId, documents: seen.documents + 1, documentAt: now });
    }
    if (seen.documents > MAX_DOCUMENTS) {
      await holdLast(live, waker, { signal, maxMs: Math.min(leftMs, LAST_MS) });
      await stop(live, signal);
      return settled('stopped');
    }
    const unseenMs = certainWait(live, now - seen.documentAt);
    if (unseenMs > 0) {
      await waker.pause(0, Math.min(unseenMs, leftMs), signal);
      continue;
    }
    const page = await readPage(live, seen.documentAt, { signal, timeoutMs: patienceOf(options, leftMs) });
    // The last question may come too late for an answer: the page is well that answered just before.
    if (page === 'hung' && leftMs < LATE_MS && seen.hasAnswered) return settled('time');
    if (page === 'hung') {
      await stop(live, signal);
      return settled('stopped');
    }
    seen.hasAnswered = true;
    // The page went on while it answered: the answer is that of a document which has been left.
    if (live.state.loaderId !== loaderId || live.network.navigation !== undefined) continue;
    if (page !== 'gone') seen.characters = page.characters;
    const waitMs = page === 'gone' ? MIN_PAUSE_MS : remainingWait(page);
    if (waitMs <= 0) return settled('quiet');
    const mostMs = Math.max(MAX_PAUSE_MS, (performance.now() - seen.documentAt) * PAUSE_SHARE);
    await waker.pause(MIN_PAUSE_MS, Math.min(waitMs, mostMs, leftMs), signal);
  }
}

function patienceOf({ answerMs = ANSWER_MS }: PatientOptions, leftMs: number): number {
  return Math.min(answerMs, leftMs);
}

/** How long the page need not even be asked. */
function certainWait({ network, state }: LivePage, ageMs: number): number {
  if (network.navigation !== undefined || state.loaderId === '') return MAX_PAUSE_MS;
  if (!state.isParsed && ageMs < BEGINNING_MS) return BEGINNING_MS - ageMs;
  // One that asks again and again has shown something before.
  if (ageMs > 2 * REQUEST_MS) return 0;
  return Math.max(0, ...openFor(network, performance.now()).map((openMs) => REQUEST_MS - openMs));
}

function openFor(network: LivePage['network'], now: number): number[] {
  return Array.from(network.open.values(), ({ startedAt }) => now - startedAt);
}

async function readPage(
  live: LivePage,
  documentAt: number,
  call: CallOptions,
): Promise<PageRest | 'gone' | 'hung'> {
  const { names, network, session } = live;
  const isBusySought = network.open.size > 0;
  try {
    const [state, timers] = await Promise.all([
      live.call(readState, [names.observer, ENOUGH_CHARACTERS, isBusySought], call),
      live.isInstrumented
        ? callOnPage(session, readInstrument, [names.instrument, FAR_TIMERS_UNTIL_MS], call)
        : { nearMs: 0, farMs: 0 },
    ]);
    const now = performance.now();
    return {
      ...state,
      nearTimersMs: timers.nearMs,
      farTimersMs: timers.farMs,
      openMs: openFor(network, now),
      sinceNetworkMs: now - Math.max(network.changedAt, documentAt),
      asked: network.asked,
      sources: network.sources,
      scheduledMs: live.state.scheduledMs,
      ageMs: now - documentAt,
    };
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    call.signal?.throwIfAborted();
    if (error.failure === 'timeout') return 'hung';
    if (error.failure === 'refused' && !live.state.hasCrashed) return 'gone';
    throw error;
  }
}

/** Lets the document that has just begun to come be parsed: its scripts are off, so that it leads nowhere. */
async function holdLast(live: LivePage, waker: Waker, { signal, maxMs }: SettleOptions): Promise<void> {
  const until = performance.now() + maxMs;
  live.spoil();
  await haltScripts(live, signal);
  for (;;) {
    const leftMs = until - performance.now();
    const isThere = live.state.isParsed && live.network.navigation === undefined;
    if (leftMs <= 0 || isThere) return;
    await waker.pause(0, Math.min(leftMs, MAX_PAUSE_MS), signal);
  }
}

/** Ends the script that runs and keeps others from running: what is there can be read then. */
async function stop(live: LivePage, signal: AbortSignal): Promise<void> {
  live.spoil();
  await Promise.all([
    haltScripts(live, signal),
    live.session.send('Page.stopLoading', undefined, { signal, timeoutMs: STOP_MS }).catch(() => undefined),
  ]);
}

async function haltScripts({ session }: LivePage, signal: AbortSignal): Promise<void> {
  const call = { signal, timeoutMs: STOP_MS };
  const calls = [
    session.send('Emulation.setScriptExecutionDisabled', { value: true }, call),
    session.send('Runtime.terminateExecution', undefined, call),
  ];
  await Promise.all(calls.map((sent) => sent.catch(() => undefined)));
}
