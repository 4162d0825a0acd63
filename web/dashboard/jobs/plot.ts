import { view, type Shown } from '../view.ts';
import type { Sample } from './samples.ts';

const WIDTH = 600;
const HEIGHT = 120;
const LINES = ['done', 'waiting', 'failed'] as const;

/** Pages done, waiting and failed over the time that they were watched. */
export function Plot({ samples }: { samples: readonly Sample[] }): Shown {
  const last = samples.at(-1);
  // A job that had ended would be drawn as a straight line, which says something that nobody saw.
  if (samples.length < 3 || last === undefined) return null;
  const most = Math.max(1, ...samples.flatMap(({ done, waiting, failed }) => [done, waiting, failed]));
  const pointsOf = (name: (typeof LINES)[number]): string =>
    samples
      .map(
        (sample) =>
          `${x(sample.at, last.at)},${(HEIGHT - (sample[name] / most) * (HEIGHT - 4) - 2).toFixed(1)}`,
      )
      .join(' ');
  const summary = LINES.map((name) => `${last[name]} ${name}`).join(', ');
  return view`<figure class="plot">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${`Pages over time; now ${summary}`}>
      ${LINES.map((name) => view`<polyline key=${name} class=${name} points=${pointsOf(name)} vector-effect="non-scaling-stroke" />`)}
    </svg>
    <figcaption class="quiet">
      ${LINES.map((name) => view`<span class=${`key ${name}`}>${name}</span>`)}
      <span>${Math.round(last.at)} s, up to ${most.toLocaleString()} pages</span>
    </figcaption>
  </figure>`;
}

function x(at: number, end: number): string {
  return ((at / Math.max(0.1, end)) * WIDTH).toFixed(1);
}
