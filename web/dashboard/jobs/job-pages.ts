import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Pager } from '../pager.ts';
import { Problem } from '../problem.ts';
import { usePolling } from '../use-polling.ts';
import { view, type Shown } from '../view.ts';
import type { Job } from './job.ts';

const STATES = ['done', 'failed', 'skipped', 'waiting'] as const;

interface JobPage {
  url: string;
  scrapeId: string | null;
  ended_at: string | null;
  code: string | null;
  error: string | null;
}

interface PageList {
  data: JobPage[];
  cursor: string | null;
}

/** The pages of a job in one state, one page of the list at a time. */
export function JobPages({ job }: { job: Job }): Shown {
  const [state, setState] = useState<(typeof STATES)[number]>('done');
  const [trail, go] = useState<readonly string[]>([]);
  const query = new URLSearchParams({ state, limit: '50' });
  const cursor = trail.at(-1);
  if (cursor !== undefined) query.set('cursor', cursor);
  const isRunning = job.status === 'scraping';
  const { answer, problem } = usePolling(
    `${query.toString()} ${job.status}`,
    async () => (await call<PageList>(`/v2/team/jobs/${job.id}/pages?${query.toString()}`)).body,
    () => isRunning && trail.length === 0,
  );
  const choose = (chosen: (typeof STATES)[number]): void => {
    setState(chosen);
    go([]);
  };
  return view`<section aria-label="Pages">
    <h2>Pages</h2>
    <div class="line" role="group" aria-label="State">
      ${STATES.map(
        (each) =>
          view`<button key=${each} type="button" aria-pressed=${each === state ? 'true' : 'false'} onClick=${() => choose(each)}>${each}</button>`,
      )}
    </div>
    <${Problem} error=${problem} />
    ${answer && (answer.data.length === 0 ? view`<p class="quiet">None is ${state}.</p>` : view`<ul class="pages">${answer.data.map(item)}</ul>`)}
    ${answer && view`<${Pager} trail=${trail} cursor=${answer.cursor} go=${go} />`}
  </section>`;
}

function item({ url, scrapeId, ended_at: at, code, error }: JobPage): Shown {
  const hasDocument = scrapeId !== null && code === null;
  return view`<li key=${url}>
    <span class="long">${hasDocument ? view`<a href=${`#/playground/${scrapeId}`}>${url}</a>` : url}</span>
    ${at !== null && view`<time class="quiet" datetime=${at}>${new Date(at).toLocaleTimeString()}</time>`}
    ${code !== null && view`<p class="quiet long"><code>${code}</code> ${error}</p>`}
  </li>`;
}
