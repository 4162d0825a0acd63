import type { CallOptions } from '../cdp/pending-calls.ts';
import { scroll } from '../page-scripts/scroll.js';
import type { LivePage } from '../page/live-page.ts';
import { PageProblem } from '../page-problem.ts';
import { callOnElements } from '../page/call-on-elements.ts';

export interface ScrollOptions {
  direction: 'up' | 'down';
  /** The element to scroll instead of the page. */
  selector?: string | undefined;
}

/** How far it went, pixels from the top; equal when there was nothing to scroll. */
export interface Scrolled {
  from: number;
  to: number;
}

/** Scrolls by nearly a window and resolves when it has landed. A `PageProblem` when no element matches. */
export async function scrollPage(
  live: LivePage,
  { direction, selector }: ScrollOptions,
  call: CallOptions,
): Promise<Scrolled> {
  const done = await callOnElements(live, scroll, [{ selector, direction }], call);
  if (done.kind === 'missing') throw new PageProblem(`no element matches "${selector}"`);
  if (done.kind === 'none') {
    // Pages that show one part after another listen to the wheel and scroll nothing.
    const { x, y, by } = done;
    await live.session.send(
      'Input.dispatchMouseEvent',
      { type: 'mouseWheel', x, y, deltaX: 0, deltaY: by },
      call,
    );
  }
  return done.kind === 'scrolled' ? { from: done.from, to: done.to } : { from: 0, to: 0 };
}
