import { view, type Shown } from '../../view.ts';
import type { ScrapeTrace, Step } from './parts.ts';

/** Units of a bar's picture. */
const WIDTH = 1_000;
/** A step that took no time that anybody would see is still there. */
const LEAST_WIDTH = 4;

/** The steps of a scrape as bars, with what they found. */
export function TimeLine({ trace: { steps, durationMs } }: { trace: ScrapeTrace }): Shown {
  const end = Math.max(1, durationMs, ...steps.map(({ atMs, tookMs }) => atMs + tookMs));
  return view`<section class="time-line" aria-labelledby="time-line-name">
    <h2 id="time-line-name">Time line: ${inMs(durationMs)}</h2>
    <ol>${steps.map((step) => view`<${Row} step=${step} end=${end} />`)}</ol>
  </section>`;
}

function Row({ step, end }: { step: Step; end: number }): Shown {
  const { kind, name, atMs, tookMs, note, isFailed } = step;
  const x = Math.min(WIDTH - LEAST_WIDTH, (atMs / end) * WIDTH);
  const width = Math.min(WIDTH - x, Math.max(LEAST_WIDTH, (tookMs / end) * WIDTH));
  const isMoment = kind === 'decision';
  return view`<li class=${`${kind}${isFailed ? ' failed' : ''}`}>
    <span class="step">${kind === name || isMoment ? name : view`${kind} <span class="quiet">${name === kind ? '' : name}</span>`}</span>
    <svg viewBox=${`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
      <rect x=${x} y=${isMoment ? 0 : 1} width=${isMoment ? LEAST_WIDTH : width} height=${isMoment ? 10 : 8} />
    </svg>
    <span class="number">${isMoment ? '' : inMs(tookMs)}</span>
    ${note !== null && view`<span class="note quiet">${note}</span>`}
  </li>`;
}

function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString()} ms`;
}
