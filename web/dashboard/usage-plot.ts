import { view, type Shown } from './view.ts';

export interface UsageDay {
  day: string;
  endpoint: string;
  credits: number;
  calls: number;
}

const WIDTH = 600;
const HEIGHT = 120;
const DAY_MS = 86_400_000;

/** Credits day by day. The table beside it has the numbers. */
export function UsagePlot({ days, span }: { days: readonly UsageDay[]; span: number }): Shown {
  const sums = new Map<string, number>();
  for (const { day, credits } of days) sums.set(day, (sums.get(day) ?? 0) + credits);
  const today = Math.floor(Date.now() / DAY_MS);
  const bars = Array.from({ length: span }, (_, index) => {
    const day = new Date((today - span + 1 + index) * DAY_MS).toISOString().slice(0, 10);
    return { day, credits: sums.get(day) ?? 0 };
  });
  const most = Math.max(1, ...bars.map(({ credits }) => credits));
  const all = bars.reduce((sum, { credits }) => sum + credits, 0);
  const step = WIDTH / span;
  return view`<figure class="plot usage">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${`Credits by day: ${all} in ${span} days, ${most} on the busiest`}>
      ${bars.map(({ day, credits }, index) => {
        const height = (credits / most) * (HEIGHT - 4);
        return view`<rect key=${day} x=${(index * step + step * 0.1).toFixed(2)} y=${(HEIGHT - height).toFixed(2)} width=${(step * 0.8).toFixed(2)} height=${height.toFixed(2)}><title>${day}: ${credits.toLocaleString()}</title></rect>`;
      })}
    </svg>
    <figcaption class="quiet"><span>${bars[0]?.day} to ${bars.at(-1)?.day}</span> <span>${all.toLocaleString()} ${all === 1 ? 'credit' : 'credits'}, ${most.toLocaleString()} on the busiest day</span></figcaption>
  </figure>`;
}
