import { useState } from 'preact/hooks';
import { bytesText, timeText } from './amounts.ts';
import { call } from './api.ts';
import { Pager } from './pager.ts';
import { Problem } from './problem.ts';
import { route } from './route.ts';
import { usePolling } from './use-polling.ts';
import { view, type Shown } from './view.ts';

interface Delivery {
  id: string;
  jobId: string;
  event: string;
  url: string | null;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  resends: number;
  created_at: string;
  next_at: string | null;
  delivered_at: string | null;
  lastStatus: number | null;
  lastError: string | null;
}

interface DeliveryList {
  data: Delivery[];
  isSigned: boolean;
  cursor: string | null;
}

interface Try {
  at: string;
  durationMs: number;
  status: number | null;
  error: string | null;
  answer: string | null;
}

interface OneDelivery {
  data: Delivery;
  tries: Try[];
  request: { headers: string[]; body: string; bodyBytes: number } | null;
}

const STATES = { waiting: 'waiting', delivered: 'delivered', failed: 'given up' } as const;
const LOOKS = { waiting: 'scraping', delivered: 'completed', failed: 'failed' } as const;

/** Calls of webhooks of the team, or the one that the address names. */
export function Webhooks(): Shown {
  const [, id = ''] = route.value;
  return id === '' ? view`<${List} />` : view`<${One} key=${id} id=${id} />`;
}

function List(): Shown {
  const [state, setState] = useState('');
  const [trail, go] = useState<readonly string[]>([]);
  const query = new URLSearchParams({ limit: '50', ...(state !== '' && { state }) });
  const cursor = trail.at(-1);
  if (cursor !== undefined) query.set('cursor', cursor);
  const { answer, problem } = usePolling(
    query.toString(),
    async () => (await call<DeliveryList>(`/v2/team/webhooks?${query.toString()}`)).body,
    () => true,
  );
  const choose = ({ currentTarget }: { currentTarget: HTMLSelectElement }): void => {
    setState(currentTarget.value);
    go([]);
  };
  return view`
    <main class="screen">
      <h1>Webhooks</h1>
      <div class="line">
        <label for="delivery-state">State</label>
        <select id="delivery-state" onChange=${choose}>
          <option value="" selected=${state === ''}>all</option>
          ${Object.entries(STATES).map(([value, name]) => view`<option value=${value} selected=${value === state}>${name}</option>`)}
        </select>
        ${answer && signed(answer.isSigned)}
      </div>
      <${Problem} error=${problem} />
      ${answer && table(answer.data, state)}
      ${answer && view`<${Pager} trail=${trail} cursor=${answer.cursor} go=${go} />`}
    </main>`;
}

function signed(isSigned: boolean): Shown {
  return isSigned
    ? view`<span class="quiet">Calls are signed.</span>`
    : view`<span class="quiet">Calls are not signed: <code>decant webhooks secret --generate</code> makes a secret, <a href="./docs/webhooks#signature">receivers check it so</a>.</span>`;
}

function table(deliveries: readonly Delivery[], state: string): Shown {
  if (deliveries.length === 0)
    return state === ''
      ? view`<p class="empty quiet">No webhook was called in the last 24 hours. A crawl or batch with <code>"webhook": "https://…"</code> tells that address what happens to it: <a href="./docs/webhooks">how</a>.</p>`
      : view`<p class="empty quiet">None is ${STATES[state as Delivery['state']]}.</p>`;
  return view`<div class="table deliveries" tabindex="0" role="region" aria-label="Calls of webhooks"><table>
    <thead><tr>
      <th scope="col">Event</th><th scope="col">State</th><th scope="col">To</th>
      <th scope="col" class="number">Attempts</th><th scope="col">Last answer</th><th scope="col">Written</th>
    </tr></thead>
    <tbody>${deliveries.map(row)}</tbody>
  </table></div>`;
}

function row(delivery: Delivery): Shown {
  const { id, event, url, attempts, created_at: at } = delivery;
  return view`<tr key=${id}>
    <td><a href=${`#/webhooks/${id}`}>${event}</a></td>
    <td>${stateOf(delivery)}</td>
    <td class="long">${url ?? view`<span class="quiet">zero data retention</span>`}</td>
    <td class="number">${attempts}</td>
    <td class="long">${lastAnswer(delivery)}</td>
    <td><time datetime=${at}>${timeText(at)}</time></td>
  </tr>`;
}

function stateOf({ state, attempts, next_at: next }: Delivery): Shown {
  return view`<span class=${`state ${LOOKS[state]}`}>${STATES[state]}</span>${
    next !== null &&
    attempts > 0 &&
    view` <span class="quiet">until ${new Date(next).toLocaleTimeString()}</span>`
  }`;
}

function lastAnswer({ lastStatus, lastError }: Delivery): Shown {
  if (lastError !== null) return lastError;
  return lastStatus === null ? view`<span class="quiet">none yet</span>` : String(lastStatus);
}

/** One call: what was sent, what was answered, and sending it again. */
function One({ id }: { id: string }): Shown {
  const [problem, setProblem] = useState<unknown>(undefined);
  const { answer, again, ...polled } = usePolling(
    id,
    async () => (await call<OneDelivery>(`/v2/team/webhooks/${encodeURIComponent(id)}`)).body,
    ({ data }) => data.state === 'waiting',
  );
  const resend = async (): Promise<void> => {
    try {
      await call(`/v2/team/webhooks/${encodeURIComponent(id)}/redeliver`, {});
      setProblem(undefined);
    } catch (error) {
      setProblem(error);
    }
    again();
  };
  return view`
    <main class="screen">
      <p><a href="#/webhooks">All calls</a></p>
      <${Problem} error=${problem ?? polled.problem} />
      ${answer && view`<${Facts} of=${answer} resend=${resend} />`}
    </main>`;
}

function Facts({
  of: { data, tries, request },
  resend,
}: {
  of: OneDelivery;
  resend: () => Promise<void>;
}): Shown {
  const { id, event, url, jobId, resends } = data;
  return view`
    <h1 class="long">${event} ${url !== null && view`<span class="quiet">to ${url}</span>`}</h1>
    <div class="line">
      <span role="status">${stateOf(data)}</span>
      <button type="button" class="primary" onClick=${resend}>Send again</button>
      ${resends > 0 && view`<span class="quiet">sent again ${resends.toLocaleString()} of 20 times</span>`}
    </div>
    <dl class="facts">
      <div><dt>webhookId</dt><dd><code>${id}</code></dd></div>
      <div><dt>Job</dt><dd><a href=${`#/jobs/${jobId}`}>${jobId}</a></dd></div>
      ${data.lastError !== null && view`<div><dt>What went wrong</dt><dd>${data.lastError}</dd></div>`}
    </dl>
    <h2>Attempts</h2>
    ${tries.length === 0 ? view`<p class="quiet">None yet.</p>` : view`<ol class="tries">${tries.toReversed().map(shownTry)}</ol>`}
    <h2>What is sent</h2>
    ${request === null ? view`<p class="quiet">${url === null ? 'Not told: the job is under zero data retention.' : 'Not kept any more: the document has expired, and the call cannot be made.'}</p>` : shownRequest(request)}`;
}

function shownTry({ at, durationMs, status, error, answer }: Try): Shown {
  const isFine = status !== null && status >= 200 && status <= 299;
  return view`<li key=${at}>
    <p><span class=${`state ${isFine ? 'completed' : 'failed'}`}>${status ?? 'no answer'}</span>${' '}
      <time datetime=${at}>${new Date(at).toLocaleString()}</time> <span class="quiet">after ${durationMs.toLocaleString()} ms</span></p>
    ${error !== null && !isFine && view`<p class="long">${error}</p>`}
    ${answer !== null && answer !== '' && view`<pre class="source" tabindex="0" aria-label="Answer">${answer}</pre>`}
  </li>`;
}

function shownRequest({ headers, body, bodyBytes }: NonNullable<OneDelivery['request']>): Shown {
  const shown = new TextEncoder().encode(body).length;
  return view`
    <p class="quiet">
      ${bytesText(bodyBytes)}${shown < bodyBytes && `, of which the first ${bytesText(shown)} are shown`}.${' '}
      ${headers.length > 0 && view`Headers of the job: ${headers.join(', ')} (their values are not shown).`}
    </p>
    <pre class="source" tabindex="0" aria-label="Body">${body}</pre>`;
}
