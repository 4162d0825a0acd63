import { useState } from 'preact/hooks';
import { call, visitor } from './api.ts';
import { Pager } from './pager.ts';
import { Problem } from './problem.ts';
import { usePolling } from './use-polling.ts';
import { view, type Shown } from './view.ts';

interface Key {
  id: string;
  name: string;
  ending: string;
  created_at: string;
  created_by: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  isThisOne: boolean;
}

interface KeyList {
  data: Key[];
  cursor: string | null;
}

/** The keys of the team: who has one makes and revokes others. */
export function Keys(): Shown {
  return view`
    <main class="screen">
      <h1>Keys</h1>
      <${KeysOf} />
    </main>`;
}

/** The keys of a team; without a name, of the team of who asks. */
export function KeysOf({ team }: { team?: string }): Shown {
  const [trail, go] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<unknown>(undefined);
  const ofTeam = team === undefined ? '' : `&team=${team}`;
  const path = `/v2/team/keys?limit=50&cursor=${trail.at(-1) ?? ''}${ofTeam}`;
  const list = usePolling(
    path,
    async () => (await call<KeyList>(path)).body,
    () => false,
  );
  const revoke = async (id: string): Promise<void> => {
    try {
      await call(`/v2/team/keys/${id}?${ofTeam}`, undefined, { method: 'DELETE' });
      setProblem(undefined);
    } catch (error) {
      setProblem(error);
    }
    list.again();
  };
  const { answer } = list;
  const hasNone = answer !== undefined && answer.data.length === 0 && trail.length === 0;
  return view`
    ${visitor.value?.isKeyRequired === true ? view`<${NewKey} team=${team} made=${list.again} />` : view`<p class="quiet">Calls need no key here (<code>DECANT_AUTH=off</code>).</p>`}
    <${Problem} error=${problem ?? list.problem} />
    ${hasNone && visitor.value?.isKeyRequired === true && view`<p class="empty quiet">No key yet: name one above and create it. Programs send it as <code>Authorization: Bearer …</code></p>`}
    ${answer && answer.data.length > 0 && table(answer.data, revoke)}
    ${answer && view`<${Pager} trail=${trail} cursor=${answer.cursor} go=${go} />`}`;
}

/** Makes a key, and shows it once. */
function NewKey({ team, made }: { team: string | undefined; made: () => void }): Shown {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<unknown>(undefined);
  const [isCopied, setCopied] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    setKey('');
    setCopied(false);
    try {
      const name = new FormData(form).get('name');
      const { body } = await call<{ key: string }>('/v2/team/keys', { name, team });
      setKey(body.key);
      setProblem(undefined);
      form.reset();
      made();
    } catch (error) {
      setProblem(error);
    }
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(key);
    setCopied(true);
  };
  return view`
    <form class="line" onSubmit=${submit}>
      <label for="key-name">Name</label>
      <input id="key-name" name="name" required maxlength="100" autocomplete="off" placeholder="what it is for" />
      <button class="primary" type="submit">Create a key</button>
    </form>
    <${Problem} error=${problem} />
    <div role="status">${
      key !== '' &&
      view`<div class="warning">
        <p>Keep this key: it is not shown again.</p>
        <p class="line"><code class="long">${key}</code> <button type="button" onClick=${copy}>${isCopied ? 'Copied' : 'Copy'}</button></p>
      </div>`
    }</div>`;
}

function table(keys: readonly Key[], revoke: (id: string) => Promise<void>): Shown {
  return view`<div class="table keys" tabindex="0" role="region" aria-label="Keys"><table>
    <thead><tr>
      <th scope="col">Name</th><th scope="col">Ending</th><th scope="col">Created</th>
      <th scope="col">Last used</th><th scope="col">State</th>
    </tr></thead>
    <tbody>${keys.map((key) => view`<${Row} key=${key.id} of=${key} revoke=${revoke} />`)}</tbody>
  </table></div>`;
}

/** Exact to a minute. */
function lastUse(at: string | null): Shown {
  return at === null
    ? view`<span class="quiet">not yet</span>`
    : view`<time datetime=${at}>${new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })}</time>`;
}

/** Asks once more: a revoked key does not come back. */
function Row({ of: key, revoke }: { of: Key; revoke: (id: string) => Promise<void> }): Shown {
  const [isAsked, ask] = useState(false);
  const { id, name, ending, created_at: at, created_by: maker, revoked_at: end, isThisOne } = key;
  const state = (): Shown => {
    if (end !== null) return view`<span class="quiet">revoked ${new Date(end).toLocaleDateString()}</span>`;
    if (visitor.value?.isKeyRequired !== true) return 'live';
    if (!isAsked)
      return view`<button type="button" aria-label=${`Revoke ${name}`} onClick=${() => ask(true)}>Revoke</button>`;
    return view`
      ${isThisOne && view`<p>You are signed in with it: this signs you out.</p>`}
      <button type="button" class="primary" onClick=${() => revoke(id)}>Revoke for good</button>
      <button type="button" onClick=${() => ask(false)}>Keep</button>`;
  };
  return view`<tr>
    <td class="long">${name} ${isThisOne && view`<span class="quiet">(this one)</span>`}</td>
    <td><code>…${ending}</code></td>
    <td class="long"><time datetime=${at}>${new Date(at).toLocaleDateString()}</time> ${maker !== null && view`<span class="quiet">with ${maker}</span>`}</td>
    <td>${lastUse(key.last_used_at)}</td>
    <td>${state()}</td>
  </tr>`;
}
