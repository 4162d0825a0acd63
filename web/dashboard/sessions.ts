import { useState } from 'preact/hooks';
import { call } from './api.ts';
import { Problem } from './problem.ts';
import { usePolling } from './use-polling.ts';
import { view, type Shown } from './view.ts';

interface Session {
  id: string;
  liveViewUrl: string;
  interactiveLiveViewUrl: string;
  createdAt: string;
  lastActivity: string;
}

/** Browsers that stay open: looked at, driven, ended. */
export function Sessions(): Shown {
  const [problem, setProblem] = useState<unknown>(undefined);
  const list = usePolling(
    'active',
    async () => (await call<{ sessions: Session[] }>('/v2/browser?status=active')).body.sessions,
    () => true,
  );
  const end = async (id: string): Promise<void> => {
    try {
      await call(`/v2/browser/${id}`, undefined, { method: 'DELETE' });
      setProblem(undefined);
    } catch (error) {
      setProblem(error);
    }
    list.again();
  };
  const { answer } = list;
  return view`
    <main class="screen">
      <h1>Sessions</h1>
      <${Problem} error=${problem ?? list.problem} />
      ${answer && (answer.length === 0 ? view`<p class="empty quiet">No browser is open. <code>POST /v2/browser</code> or <code>decant browser</code> opens one.</p>` : table(answer, end))}
    </main>`;
}

function table(sessions: readonly Session[], end: (id: string) => Promise<void>): Shown {
  return view`<div class="table" tabindex="0" role="region" aria-label="Sessions"><table>
    <thead><tr>
      <th scope="col">Id</th><th scope="col">Opened</th><th scope="col">Last used</th><th scope="col">Live view</th>
      <th scope="col"><span class="unseen">End</span></th>
    </tr></thead>
    <tbody>${sessions.map((session) => view`<${Row} key=${session.id} session=${session} end=${end} />`)}</tbody>
  </table></div>`;
}

/** Asks once more: an ended session does not come back. */
function Row({ session, end }: { session: Session; end: (id: string) => Promise<void> }): Shown {
  const [isAsked, ask] = useState(false);
  const { id, liveViewUrl, interactiveLiveViewUrl, createdAt, lastActivity } = session;
  return view`<tr>
    <td><code>${id}</code></td>
    <td>${time(createdAt)}</td>
    <td>${time(lastActivity)}</td>
    <td><span class="links-line">${liveLink(liveViewUrl, 'Watch', id)} ${liveLink(interactiveLiveViewUrl, 'Drive', id)}</span></td>
    <td>${
      isAsked
        ? view`<button type="button" class="primary" onClick=${() => end(id)}>End for good</button>
            <button type="button" onClick=${() => ask(false)}>Keep</button>`
        : view`<button type="button" aria-label=${`End session ${id}`} onClick=${() => ask(true)}>End</button>`
    }</td>
  </tr>`;
}

function time(at: string): Shown {
  return view`<time datetime=${at}>${new Date(at).toLocaleTimeString()}</time>`;
}

function liveLink(address: string, name: string, id: string): Shown {
  return view`<a href=${address} target="_blank" rel="noopener noreferrer" aria-label=${`${name} session ${id}`}>${name}</a>`;
}
