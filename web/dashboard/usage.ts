import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from './api.ts';
import { Problem } from './problem.ts';
import { view, type Shown } from './view.ts';

interface Numbers {
  name: string;
  value: string;
  note?: string;
}

const numbers = signal<Numbers[]>([]);
const problem = signal<unknown>(undefined);

interface Credits {
  data: { remainingCredits: number; planCredits: number };
}

interface Queue {
  activeJobsInQueue: number;
  waitingJobsInQueue: number;
  maxConcurrency: number;
}

async function load(): Promise<void> {
  try {
    const [credits, queue] = await Promise.all([
      call<Credits>('/v2/team/credit-usage'),
      call<Queue>('/v2/team/queue-status'),
    ]);
    const { remainingCredits, planCredits } = credits.body.data;
    const { activeJobsInQueue, waitingJobsInQueue, maxConcurrency } = queue.body;
    numbers.value = [
      { name: 'Credits left', value: shown(remainingCredits), note: `of ${shown(planCredits)}` },
      {
        name: 'Pages at work',
        value: shown(activeJobsInQueue),
        note: `of ${shown(maxConcurrency)} at a time`,
      },
      { name: 'Pages that wait', value: shown(waitingJobsInQueue) },
    ];
    problem.value = undefined;
  } catch (error) {
    problem.value = error;
  }
}

/** Credits and limits of the team. */
export function Usage(): Shown {
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), 2_000);
    return () => clearInterval(timer);
  }, []);
  return view`
    <main class="screen">
      <h1>Usage</h1>
      <${Problem} error=${problem.value} />
      <dl class="numbers">
        ${numbers.value.map(
          ({ name, value, note }) => view`<div key=${name}>
            <dt>${name}</dt><dd>${value} ${note !== undefined && view`<span class="quiet">${note}</span>`}</dd>
          </div>`,
        )}
      </dl>
    </main>`;
}

/** Teams without a limit have more credits than anybody uses. */
function shown(value: number): string {
  return value >= 1e9 ? 'unlimited' : value.toLocaleString();
}
