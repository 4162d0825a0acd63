import { useState } from 'preact/hooks';
import { call } from './api.ts';
import { Problem } from './problem.ts';
import { UsagePlot, type UsageDay } from './usage-plot.ts';
import { usePolling } from './use-polling.ts';
import { view, type Shown } from './view.ts';

interface Limits {
  maxConcurrency: number;
  active: number;
  creditsGranted: number | null;
  creditsUsed: number;
  requests: Array<{ kind: string; limit: number; used: number }>;
}

interface TeamUsage {
  days: UsageDay[];
  limits: Limits;
}

interface Queue {
  activeJobsInQueue: number;
  waitingJobsInQueue: number;
}

const SPANS = [7, 30, 90];

/** Credits and calls of the team by day and endpoint, and its limits. */
export function Usage(): Shown {
  const [days, setDays] = useState(30);
  const { answer, problem } = usePolling(
    String(days),
    async () => {
      const [usage, queue] = await Promise.all([
        call<TeamUsage>(`/v2/team/usage?days=${days}`),
        call<Queue>('/v2/team/queue-status'),
      ]);
      return { ...usage.body, queue: queue.body };
    },
    () => true,
  );
  return view`
    <main class="screen">
      <h1>Usage</h1>
      <${Problem} error=${problem} />
      ${answer && view`<${Now} limits=${answer.limits} queue=${answer.queue} />`}
      <div class="line" role="group" aria-label="Time">
        ${SPANS.map(
          (span) =>
            view`<button key=${span} type="button" aria-pressed=${span === days} onClick=${() => setDays(span)}>${span} days</button>`,
        )}
      </div>
      ${answer && (answer.days.length === 0 ? view`<p class="empty quiet">Nothing was used in these days. <a href="#/playground">Try a page</a>, or <a href="./docs">see how programs do</a>.</p>` : view`<${UsagePlot} days=${answer.days} span=${days} /><${Table} days=${answer.days} />`)}
    </main>`;
}

function Now({ limits, queue }: { limits: Limits; queue: Queue }): Shown {
  const { creditsGranted, creditsUsed, maxConcurrency, active, requests } = limits;
  return view`
    <dl class="counts">
      ${number('Credits left', creditsGranted === null ? 'unlimited' : Math.max(0, creditsGranted - creditsUsed).toLocaleString(), creditsGranted === null ? `${creditsUsed.toLocaleString()} used` : `of ${creditsGranted.toLocaleString()}`)}
      ${number('Slots taken', active.toLocaleString(), `of ${maxConcurrency.toLocaleString()} at a time`)}
      ${number('Pages of jobs at work', queue.activeJobsInQueue.toLocaleString())}
      ${number('Pages of jobs that wait', queue.waitingJobsInQueue.toLocaleString())}
      ${requests.map(({ kind, limit, used }) => number(`${kind}, this minute`, used.toLocaleString(), `of ${limit.toLocaleString()} requests`))}
    </dl>
    ${requests.length === 0 && view`<p class="quiet">No limits of requests a minute.</p>`}`;
}

function number(name: string, value: string, note?: string): Shown {
  return view`<div key=${name}><dt>${name}</dt><dd>${value}</dd>${note !== undefined && view`<dd class="note quiet">${note}</dd>`}</div>`;
}

function Table({ days }: { days: readonly UsageDay[] }): Shown {
  return view`<div class="table" tabindex="0" role="region" aria-label="By day and endpoint"><table>
    <thead><tr>
      <th scope="col">Day</th><th scope="col">Endpoint</th><th scope="col" class="number">Calls and pages</th>
      <th scope="col" class="number">Credits</th>
    </tr></thead>
    <tbody>${days.toReversed().map(
      ({ day, endpoint, calls, credits }) => view`<tr key=${day + endpoint}>
        <td><time datetime=${day}>${day}</time></td><td>${endpoint}</td>
        <td class="number">${calls.toLocaleString()}</td><td class="number">${credits.toLocaleString()}</td>
      </tr>`,
    )}</tbody>
  </table></div>`;
}
