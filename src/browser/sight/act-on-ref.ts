import type { CallOptions } from '../cdp/pending-calls.ts';
import { clickElement, type Clicked } from '../input/click-element.ts';
import { KEYS } from '../input/keyboard-layout.ts';
import { strike } from '../input/press-keys.ts';
import { typeText } from '../input/type-text.ts';
import { callOnElements } from '../page/call-on-elements.ts';
import { callInFrame } from '../page/foreign-frames.ts';
import type { LivePage } from '../page/live-page.ts';
import { PageProblem } from '../page-problem.ts';
import { chooseOption, focusField, readField, showElement } from '../page-scripts/sight/act-on-ref.js';
import { keepRef } from '../page-scripts/sight/refs.js';
import type { ViewedItem } from './page-view.ts';

/** An element by the number that a view gave it. */
export type ElementRef = Pick<ViewedItem, 'ref' | 'frameId'>;

const GONE = 'the element is not on the page any more';
const MAX_CLICK_MS = 5_000;

/** Clicks an element as `clickElement` does. */
export async function clickRef(
  live: LivePage,
  { ref, frameId }: ElementRef,
  { maxMs = MAX_CLICK_MS, ...call }: CallOptions & { maxMs?: number },
): Promise<Clicked> {
  const name = await callOn(live, frameId, { script: keepRef, args: [ref], call });
  if (name === '') throw new PageProblem(GONE);
  return clickElement(live, { selector: name, nth: 0, maxMs, frameId }, call);
}

/**
 * Writes into a field in place of what it holds. Gives what the field holds then; undefined for a password. Throws a
 * PageProblem for what takes no text.
 */
export async function fillRef(
  live: LivePage,
  { ref, frameId }: ElementRef,
  { text, ...call }: CallOptions & { text: string },
): Promise<string | undefined> {
  const ready = await callOn(live, frameId, { script: focusField, args: [ref], call });
  if (ready.kind === 'missing') throw new PageProblem(GONE);
  if (ready.kind === 'refused') throw new PageProblem(`${ready.element} takes no text`);
  const typed = ready.isSingleLine ? text.replace(/\s*[\r\n]+\s*/g, ' ') : text;
  if (typed === '') await Promise.all(strike(live.session, KEYS.get('Delete')!, 0, call));
  else await typeText(live, typed, call);
  return callOn(live, frameId, { script: readField, args: [ref], call });
}

/** Chooses an option of a list by its label and gives that. Throws a PageProblem that names the options there are. */
export async function chooseRef(
  live: LivePage,
  { ref, frameId }: ElementRef,
  { option, ...call }: CallOptions & { option: string },
): Promise<string> {
  const done = await callOn(live, frameId, { script: chooseOption, args: [ref, option], call });
  switch (done.kind) {
    case 'missing':
      throw new PageProblem(GONE);
    case 'other':
      throw new PageProblem(`${done.element} is no list: click it, then one of its options`);
    case 'none':
      throw new PageProblem(`there is no such option; there are ${JSON.stringify(done.options)}`);
    default:
      return done.option;
  }
}

/** Scrolls until an element is in the window. */
export async function scrollToRef(
  live: LivePage,
  { ref, frameId }: ElementRef,
  call: CallOptions,
): Promise<void> {
  if (!(await callOn(live, frameId, { script: showElement, args: [ref], call }))) throw new PageProblem(GONE);
}

interface RefCall<Args extends unknown[], T> {
  script: (...args: Args) => T;
  args: NoInfer<Args>;
  call: CallOptions;
}

function callOn<Args extends unknown[], T>(
  live: LivePage,
  frameId: string | undefined,
  { script, args, call }: RefCall<Args, T>,
): Promise<Awaited<T>> {
  if (frameId === undefined) return callOnElements(live, script, args, call);
  return callInFrame(live, frameId, { script, args, call });
}
