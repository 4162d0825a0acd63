import type { CallOptions } from '../../browser/cdp/pending-calls.ts';
import { parseKeys } from '../../browser/input/parse-keys.ts';
import { pressKeys } from '../../browser/input/press-keys.ts';
import { scrollPage } from '../../browser/input/scroll-page.ts';
import { calmDown } from '../../browser/page/calm-down.ts';
import { goTo } from '../../browser/page/go-to.ts';
import type { LivePage } from '../../browser/page/live-page.ts';
import { settle } from '../../browser/page/settle.ts';
import { watchDeparture } from '../../browser/page/watch-departure.ts';
import { PageProblem } from '../../browser/page-problem.ts';
import { chooseRef, clickRef, fillRef, scrollToRef } from '../../browser/sight/act-on-ref.ts';
import type { PageView, ViewedItem } from '../../browser/sight/page-view.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import { sleep } from '../../lib/time/sleep.ts';
import type { AgentBrowser } from './agent-browser.ts';
import type { AgentStep } from './agent-step.ts';
import type { LeavingRule } from './leaving-rule.ts';
import type { SeenText, SeenTextWish } from './read-seen-text.ts';

/** The means of a step. */
export interface StepMeans {
  browser: AgentBrowser;
  live: LivePage;
  deadline: Deadline;
  rule: LeavingRule;
  /** The address of the page as it was last seen. */
  url: string;
  /** The element of the newest view that has this reference. */
  itemOf(ref: string | undefined): ViewedItem | undefined;
  look(): Promise<PageView>;
  readText(wish: Omit<SeenTextWish, 'tokens'>): Promise<SeenText>;
}

/** The outcome of a step, besides the page: what happened in a few words, and the text that was read. */
export interface StepOutcome {
  said: string;
  read?: string;
}

const CALL_MS = 10_000;
const MAX_SETTLE_MS = 8_000;
const MAX_CALM_MS = 3_000;
const MAX_WAIT_MS = 15_000;
const LOOK_MS = 300;
const MAX_TAB_MS = 1_000;
const TICK_MS = 20;
/** Time that the model needs after a wait. */
const KEPT_MS = 4_000;

type Doer = (means: StepMeans, step: AgentStep) => Promise<StepOutcome | string>;

const DOERS: Readonly<Record<Exclude<AgentStep['tool'], 'done'>, Doer>> = {
  snapshot: async () => 'viewed',
  read,
  click,
  fill,
  select,
  press,
  scroll,
  navigate,
  back,
  wait,
  tab,
};

/** Does a step on the page and waits for what comes of it. Throws a PageProblem that says why it cannot be done. */
export async function doStep(means: StepMeans, step: AgentStep): Promise<StepOutcome> {
  if (step.tool === 'done') return { said: 'done' };
  const outcome = await DOERS[step.tool](means, step);
  return typeof outcome === 'string' ? { said: outcome } : outcome;
}

function callOf({ deadline }: StepMeans): CallOptions & { signal: AbortSignal; timeoutMs: number } {
  return { signal: deadline.signal, timeoutMs: Math.max(1, Math.min(CALL_MS, deadline.remainingMs)) };
}

/** Acts and waits until the page, or the next one, has come to rest. */
async function follow(means: StepMeans, act: () => Promise<unknown>): Promise<void> {
  const { live, deadline, browser } = means;
  const { signal } = deadline;
  const tabs = browser.tabs().length;
  using departure = watchDeparture(live);
  await act();
  await calmDown(live, departure, { signal, maxMs: Math.min(MAX_CALM_MS, deadline.remainingMs) });
  if (departure.hasLeft()) await rest(live, deadline);
  else if (departure.windows.length > 0) await newTab(means, tabs);
  if (departure.failure !== undefined) {
    const { url, errorText } = departure.failure;
    throw new PageProblem(`${url.slice(0, 200)} could not be loaded (${errorText})`);
  }
}

/** A window that the page opened is a tab a moment later, or never: a driver may have closed it. */
async function newTab({ browser, deadline }: StepMeans, before: number): Promise<void> {
  const until = performance.now() + MAX_TAB_MS;
  while (browser.tabs().length <= before && performance.now() < until) await sleep(TICK_MS, deadline.signal);
}

/** Waits until the page that is gone to has come to rest. */
export async function rest(live: LivePage, deadline: Deadline): Promise<void> {
  const { signal } = deadline;
  const { end } = await settle(live, { signal, maxMs: Math.min(MAX_SETTLE_MS, deadline.remainingMs) });
  // The page of a session goes on.
  if (end === 'stopped') {
    await live.session
      .send('Emulation.setScriptExecutionDisabled', { value: false }, { signal, timeoutMs: CALL_MS })
      .catch(() => undefined);
  }
}

function wantedItem(means: StepMeans, { ref }: AgentStep): ViewedItem {
  const item = means.itemOf(ref);
  if (item === undefined) throw new PageProblem('there is no such element in the newest view');
  return item;
}

function described({ role, name }: ViewedItem): string {
  return name === '' ? role : `${role} ${JSON.stringify(name)}`;
}

async function read({ readText }: StepMeans, { query = '', number = 1 }: AgentStep): Promise<StepOutcome> {
  const { text, parts } = await readText({ query, part: Math.max(1, number) });
  if (text.trim() === '') return { said: 'the page has no text' };
  const part = Math.min(Math.max(1, number), parts);
  return { said: parts > 1 ? `part ${part} of ${parts} is read` : 'read', read: text };
}

async function click(means: StepMeans, step: AgentStep): Promise<string> {
  const item = wantedItem(means, step);
  await follow(means, () => clickRef(means.live, item, callOf(means)));
  return `clicked ${described(item)}`;
}

async function fill(means: StepMeans, step: AgentStep): Promise<string> {
  const { rule, live } = means;
  const { text = '', submit = false } = step;
  const item = wantedItem(means, step);
  const problem = rule.problemOfText(text, item, means.url);
  if (problem !== undefined) throw new PageProblem(problem);
  const now: { value?: string | undefined } = {};
  await follow(means, async () => {
    now.value = await fillRef(live, item, { ...callOf(means), text });
  });
  if (submit) await follow(means, () => pressKeys(live.session, parseKeys('Enter'), callOf(means)));
  const isOther = now.value !== undefined && now.value.replace(/\s+/g, ' ') !== text.replace(/\s+/g, ' ');
  const other = isOther ? `, which now holds ${JSON.stringify(now.value?.slice(0, 80))}` : '';
  return `filled ${described(item)}${other}${submit ? ' and pressed Enter' : ''}`;
}

async function select(means: StepMeans, step: AgentStep): Promise<string> {
  const item = wantedItem(means, step);
  const chosen = { option: '' };
  await follow(means, async () => {
    chosen.option = await chooseRef(means.live, item, { ...callOf(means), option: step.option ?? '' });
  });
  return `chose ${JSON.stringify(chosen.option)} in ${described(item)}`;
}

async function press(means: StepMeans, { key = '' }: AgentStep): Promise<string> {
  const problem = means.rule.problemOfKey(key, means.url);
  if (problem !== undefined) throw new PageProblem(problem);
  const chord = parseKeys(key);
  await follow(means, () => pressKeys(means.live.session, chord, callOf(means)));
  return `pressed ${key}`;
}

async function scroll(means: StepMeans, step: AgentStep): Promise<string> {
  const { live } = means;
  if (step.ref) {
    const item = wantedItem(means, step);
    await follow(means, () => scrollToRef(live, item, callOf(means)));
    return `scrolled to ${described(item)}`;
  }
  const { direction = 'down' } = step;
  const went = { from: 0, to: 0 };
  await follow(means, async () => Object.assign(went, await scrollPage(live, { direction }, callOf(means))));
  return went.from === went.to ? `there is nothing further ${direction}` : `scrolled ${direction}`;
}

async function navigate(means: StepMeans, { url = '' }: AgentStep): Promise<string> {
  const address = URL.parse(url) ?? URL.parse(`https://${url}`);
  if (address === null) throw new PageProblem('this is no address');
  const problem = means.rule.problemOfAddress(address);
  if (problem !== undefined) throw new PageProblem(problem);
  const { signal } = means.deadline;
  const timeoutMs = Math.max(1, Math.min(2 * CALL_MS, means.deadline.remainingMs));
  const arrival = await goTo(means.live, address.href, { signal, timeoutMs });
  if (arrival.kind === 'failed') throw new PageProblem(`the page could not be loaded (${arrival.errorText})`);
  if (arrival.kind === 'file') throw new PageProblem('the address is that of a file, which cannot be shown');
  await rest(means.live, means.deadline);
  const { status } = arrival.response ?? {};
  return `opened the page${status !== undefined && status >= 400 ? `, which answered with status ${status}` : ''}`;
}

async function back(means: StepMeans): Promise<string> {
  const { live } = means;
  const call = callOf(means);
  const { currentIndex, entries } = await live.session.send('Page.getNavigationHistory', undefined, call);
  const earlier = entries[currentIndex - 1];
  if (earlier === undefined || !/^https?:/i.test(earlier.url))
    throw new PageProblem('there is no earlier page');
  await follow(means, () => live.session.send('Page.navigateToHistoryEntry', { entryId: earlier.id }, call));
  await rest(means.live, means.deadline);
  return 'went back';
}

async function wait(means: StepMeans, { text = '', number }: AgentStep): Promise<string> {
  const { deadline } = means;
  const most = Math.min(MAX_WAIT_MS, Math.max(0, deadline.remainingMs - KEPT_MS));
  if (text === '') {
    const ms = Math.min(most, Math.max(0, number ?? 1_000));
    await sleep(ms, deadline.signal);
    return `waited ${Math.round(ms)} ms`;
  }
  const until = performance.now() + most;
  const sought = text.toLowerCase();
  for (;;) {
    const { texts } = await means.look();
    if (texts.some((line) => line.toLowerCase().includes(sought))) return 'the text is there';
    if (performance.now() >= until) throw new PageProblem('the text did not appear');
    await sleep(LOOK_MS, deadline.signal);
  }
}

async function tab({ browser }: StepMeans, { number = 0 }: AgentStep): Promise<string> {
  const tabs = browser.tabs();
  const chosen = tabs[number - 1];
  if (chosen === undefined) throw new PageProblem(`there is no tab ${number}; there are ${tabs.length}`);
  await browser.activate(chosen.targetId);
  return `tab ${number} is the active one`;
}
