import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { isPageGone } from '../page/call-on-elements.ts';
import { callOnPage, expressionOf, PageScriptError } from '../page/evaluate.ts';
import { goTo } from '../page/go-to.ts';
import type { LivePage } from '../page/live-page.ts';
import { settle } from '../page/settle.ts';
import { bannerFrame } from '../page-scripts/banner-frame.js';
import { CONSENT_WORDS } from './consent-words.ts';
import { seeBanners } from '../page-scripts/see-banners.js';

export interface ConsentOptions extends CallOptions {
  /** CSS selectors that somebody is going to use on the page: a dialogue with one in it is left alone. */
  spare?: readonly string[];
}

/** The outcome for the consent dialogues of a page. */
export interface ConsentOutcome {
  /** For example `refused div#banner`; undefined when there was no dialogue. */
  handled: string | undefined;
}

export interface ConsentHandler {
  /**
   * Takes the consent dialogues off a page that has come to rest, within 1.5 s: refuses where that takes one click, hides
   * all others, accepts none. Rejects only when the browser or the caller has ended. A page that loads itself again when
   * it is refused is waited for.
   */
  dismiss(live: LivePage, options: ConsentOptions): Promise<ConsentOutcome>;
}

type FrameAnswer = 'refused' | 'asks' | 'other' | 'silent';

/** In our own world of pages, where these look for nothing. */
const NAME = `c${randomBytes(6).toString('hex')}`;
const MAX_MS = 1_500;
const MIN_MS = 100;
/** A dialogue whose script is there may take so long to be shown. */
const EXPECTED_MS = 400;
const EXPECTED_STEP_MS = 50;
const FRAME_MS = 500;
const MAX_FRAMES = 3;
/** Some pages ask again, or something else. */
const MAX_ROUNDS = 2;
/** A page that loads itself again once it was answered. */
const RELOAD_MS = 3_000;
const STOP_MS = 1_000;
const RELOADED = 'refused, and the page was loaded again';

/** Holds nothing. */
export function createConsentHandler(): ConsentHandler {
  return {
    async dismiss(live, { spare = [], signal = live.crashed, timeoutMs = MAX_MS }) {
      const budget = createBudget(signal, timeoutMs);
      try {
        const done = await dismissAll(live, spare, budget);
        return { handled: done.length === 0 ? undefined : done.join('; ') };
      } catch (error) {
        if (!isPageFailure(error)) throw error;
        // The page stays as it is; what runs on it without end is ended, as whoever comes next needs its answers.
        if (error instanceof CdpError && error.failure === 'timeout') await stopScript(live, signal);
        return { handled: undefined };
      }
    },
  };
}

async function see(live: LivePage, spare: readonly string[], canAwait: boolean, budget: Budget) {
  const options = { name: NAME, spare, canAwait, isTimeUnknown: !live.isInstrumented };
  return run(live, seeBanners, [CONSENT_WORDS, options], budget.call());
}

async function seeInTime(live: LivePage, spare: readonly string[], budget: Budget) {
  const until = Math.min(budget.until, performance.now() + EXPECTED_MS);
  for (;;) {
    const seen = await see(live, spare, true, budget);
    if (!seen.isExpected || performance.now() >= until) return seen;
    await sleep(EXPECTED_STEP_MS, undefined, { signal: budget.signal });
  }
}

async function answerFrame(
  live: LivePage,
  at: number,
  canClick: boolean,
  budget: Budget,
): Promise<FrameAnswer> {
  const call = { ...budget.call(), timeoutMs: Math.min(FRAME_MS, budget.leftMs()) };
  const world = await frameWorld(live, at, call);
  if (world === undefined) return 'silent';
  const { answerInFrame } = await import('../page-scripts/answer-in-frame.js');
  const options = { ...call, contextId: world.contextId };
  return await callOnPage(world.session, answerInFrame, [CONSENT_WORDS, { canClick }], options);
}

async function answerFrames(live: LivePage, places: readonly number[], canClick: boolean, budget: Budget) {
  const answers = places.slice(0, MAX_FRAMES).map(async (at) => {
    const answer = await answerFrame(live, at, canClick, budget).catch((): FrameAnswer => 'silent');
    return [at, answer] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

async function dismissAll(live: LivePage, spare: readonly string[], budget: Budget): Promise<string[]> {
  const done: string[] = [];
  for (let round = 0; round < MAX_ROUNDS && budget.leftMs() > MIN_MS; round += 1) {
    const seen = await (round === 0 ? seeInTime(live, spare, budget) : see(live, spare, false, budget));
    if (seen.banners === 0) break;
    // A dialogue that was refused once and asks again is not clicked again.
    const canClick = round === 0;
    const { loaderId } = live.state;
    const address = live.network.document?.url;
    const frames = await answerFrames(live, seen.frames, canClick, budget);
    const { answerBanners } = await import('../page-scripts/answer-banners.js');
    const options = { name: NAME, frames, canClick, maxMs: budget.leftMs() - MIN_MS };
    const answered = run(live, answerBanners, [CONSENT_WORDS, options], budget.call());
    const outcome = await answered.catch((error: unknown) => {
      if (!canClick || !isPageGone(error)) throw error;
      return [RELOADED];
    });
    if (outcome.length === 0) break;
    done.push(...outcome);
    const isLeaving = live.network.navigation !== undefined || live.state.loaderId !== loaderId;
    if (isLeaving || outcome[0] === RELOADED) {
      await returnTo(live, address, budget.signal);
      budget.renew();
    }
  }
  return done;
}

interface Budget {
  readonly signal: AbortSignal;
  readonly until: number;
  leftMs(): number;
  call(): CallOptions;
  renew(): void;
}

function createBudget(signal: AbortSignal, timeoutMs: number): Budget {
  const totalMs = Math.min(MAX_MS, timeoutMs);
  let until = performance.now() + totalMs;
  const leftMs = (): number => Math.max(1, until - performance.now());
  return {
    signal,
    get until() {
      return until;
    },
    leftMs,
    call: () => ({ signal, timeoutMs: leftMs() }),
    renew() {
      until = performance.now() + totalMs;
    },
  };
}

/** Calls a function of `page-scripts/` in our own world, once: a page that goes away meanwhile has had its dialogues. */
async function run<Args extends unknown[], T>(
  live: LivePage,
  script: (...args: Args) => T,
  args: NoInfer<Args>,
  call: CallOptions,
): Promise<Awaited<T>> {
  return callOnPage(live.session, script, args, { ...call, contextId: await live.ownWorld(call) });
}

/** Our world in the document of a frame that lies over the page. */
async function frameWorld(
  live: LivePage,
  at: number,
  call: CallOptions,
): Promise<{ session: CdpSession; contextId: number } | undefined> {
  const contextId = await live.ownWorld(call);
  const expression = expressionOf(bannerFrame, [NAME, at]);
  const { result } = await live.session.send('Runtime.evaluate', { expression, contextId }, call);
  if (result.objectId === undefined) return undefined;
  const { node } = await live.session.send('DOM.describeNode', { objectId: result.objectId }, call);
  if (node.frameId === undefined) return undefined;
  const session = live.frames.get(node.frameId) ?? live.session;
  const { executionContextId } = await session.send(
    'Page.createIsolatedWorld',
    { frameId: node.frameId, worldName: live.names.world },
    call,
  );
  return { session, contextId: executionContextId };
}

/** The page did not answer, or went away: nothing that whoever comes next does not find out. */
function isPageFailure(error: unknown): boolean {
  if (error instanceof PageScriptError) return true;
  return error instanceof CdpError && (error.failure === 'timeout' || error.failure === 'refused');
}

/** Waits for the page that comes now; should it be another one, goes to where it was before. */
async function returnTo(live: LivePage, address: string | undefined, signal: AbortSignal): Promise<void> {
  await settle(live, { signal, maxMs: RELOAD_MS });
  if (address === undefined || withoutQuery(live.network.document?.url) === withoutQuery(address)) return;
  await goTo(live, address, { signal, timeoutMs: RELOAD_MS });
  await settle(live, { signal, maxMs: RELOAD_MS });
}

function withoutQuery(address: string | undefined): string | undefined {
  return address?.replace(/[?#].*$/s, '');
}

async function stopScript(live: LivePage, signal: AbortSignal): Promise<void> {
  live.spoil();
  const stopped = live.session.send('Runtime.terminateExecution', undefined, { signal, timeoutMs: STOP_MS });
  await stopped.catch(() => undefined);
}
