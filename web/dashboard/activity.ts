import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from './api.ts';
import { Problem } from './problem.ts';
import { view, type Shown } from './view.ts';

interface Entry {
  id: string;
  endpoint: string;
  created_at: string;
  target: string | null;
}

const entries = signal<Entry[]>([]);
const cursor = signal<string | null>(null);
const state = signal<{ isLoading: boolean; problem?: unknown }>({ isLoading: false });

async function load(from?: string): Promise<void> {
  state.value = { isLoading: true };
  try {
    const { body } = await call<{ data: Entry[]; cursor: string | null }>(
      `/v2/team/activity?limit=50${from === undefined ? '' : `&cursor=${from}`}`,
    );
    entries.value = from === undefined ? body.data : [...entries.value, ...body.data];
    cursor.value = body.cursor;
    state.value = { isLoading: false };
  } catch (problem) {
    state.value = { isLoading: false, problem };
  }
}

/** The requests of the team in the last 24 hours. */
export function Activity(): Shown {
  useEffect(() => void load(), []);
  const { isLoading, problem } = state.value;
  return view`
    <main class="screen">
      <h1>Activity</h1>
      <${Problem} error=${problem} />
      ${
        entries.value.length === 0 && !isLoading
          ? view`<p class="quiet">Nothing in the last 24 hours. <a href="#/playground">Try a page.</a></p>`
          : view`<div class="table" tabindex="0" role="region" aria-label="Activity"><table>
            <thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Of</th><th scope="col">Id</th></tr></thead>
            <tbody>${entries.value.map(row)}</tbody>
          </table></div>`
      }
      ${cursor.value !== null && view`<button type="button" disabled=${isLoading} onClick=${() => load(cursor.value ?? undefined)}>More</button>`}
    </main>`;
}

function row({ id, endpoint, created_at: at, target }: Entry): Shown {
  return view`<tr key=${id}>
    <td><time datetime=${at}>${new Date(at).toLocaleTimeString()}</time></td>
    <td>${endpoint}</td>
    <td class="long">${target ?? 'not kept'}</td>
    <td><code>${id}</code></td>
  </tr>`;
}
