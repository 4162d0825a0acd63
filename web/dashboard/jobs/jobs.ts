import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Pager } from '../pager.ts';
import { Problem } from '../problem.ts';
import { route } from '../route.ts';
import { usePolling } from '../use-polling.ts';
import { view, type Shown } from '../view.ts';
import { JobScreen } from './job-screen.ts';
import { KIND_NAMES, STATUS_NAMES, targetOf, type Job } from './job.ts';

interface JobList {
  data: Job[];
  cursor: string | null;
}

/** The jobs of the team, or the one that the address names. */
export function Jobs(): Shown {
  const [, id = ''] = route.value;
  return id === '' ? view`<${List} />` : view`<${JobScreen} key=${id} id=${id} />`;
}

function List(): Shown {
  const [status, setStatus] = useState('');
  const [trail, go] = useState<readonly string[]>([]);
  const query = new URLSearchParams({ limit: '50', ...(status !== '' && { status }) });
  const cursor = trail.at(-1);
  if (cursor !== undefined) query.set('cursor', cursor);
  const { answer, problem } = usePolling(
    query.toString(),
    async () => (await call<JobList>(`/v2/team/jobs?${query.toString()}`)).body,
    () => true,
  );
  const choose = ({ currentTarget }: { currentTarget: HTMLSelectElement }): void => {
    setStatus(currentTarget.value);
    go([]);
  };
  return view`
    <main class="screen">
      <h1>Jobs</h1>
      <div class="line">
        <label for="status">Status</label>
        <select id="status" onChange=${choose}>
          <option value="" selected=${status === ''}>all</option>
          ${Object.entries(STATUS_NAMES).map(([value, name]) => view`<option value=${value} selected=${value === status}>${name}</option>`)}
        </select>
      </div>
      <${Problem} error=${problem} />
      ${answer && table(answer, status)}
      ${answer && view`<${Pager} trail=${trail} cursor=${answer.cursor} go=${go} />`}
    </main>`;
}

function table({ data }: JobList, status: string): Shown {
  if (data.length === 0)
    return status === ''
      ? view`<p class="empty quiet">No crawls or batches in the last 24 hours. <a href="#/playground">Crawl a site.</a></p>`
      : view`<p class="empty quiet">None is ${STATUS_NAMES[status as Job['status']]}.</p>`;
  return view`<div class="table jobs" tabindex="0" role="region" aria-label="Jobs"><table>
    <thead><tr>
      <th scope="col">Of</th><th scope="col">Status</th><th scope="col" class="number">Done</th>
      <th scope="col" class="number">Waiting</th><th scope="col" class="number">Failed</th>
      <th scope="col">Kind</th><th scope="col">Begun</th>
    </tr></thead>
    <tbody>${data.map(row)}</tbody>
  </table></div>`;
}

function row(job: Job): Shown {
  const { id, kind, status, done, waiting, failed, created_at: at } = job;
  return view`<tr key=${id}>
    <td class="long"><a href=${`#/jobs/${id}`}>${targetOf(job)}</a></td>
    <td><span class=${`state ${status}`}>${STATUS_NAMES[status]}</span></td>
    <td class="number">${done.toLocaleString()}</td>
    <td class="number">${waiting.toLocaleString()}</td>
    <td class="number">${failed.toLocaleString()}</td>
    <td>${KIND_NAMES[kind]}</td>
    <td><time datetime=${at}>${new Date(at).toLocaleString()}</time></td>
  </tr>`;
}
