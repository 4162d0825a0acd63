import { useState } from 'preact/hooks';
import { call, visitor } from '../api.ts';
import { KeysOf } from '../keys.ts';
import { Pager } from '../pager.ts';
import { Problem } from '../problem.ts';
import { route } from '../route.ts';
import { usePolling } from '../use-polling.ts';
import { view, type Shown } from '../view.ts';

interface Team {
  id: string;
  name: string;
  isOperator: boolean;
  isYours: boolean;
  maxConcurrency: number;
  active: number;
  creditsGranted: number | null;
  creditsUsed: number;
  rateLimits: Record<string, number>;
  features: string[];
  keys: number;
  last_used_at: string | null;
}

interface TeamList {
  data: Team[];
  cursor: string | null;
}

/** All teams, or the keys of the one that the address names. */
export function Teams(): Shown {
  const [, id = ''] = route.value;
  return id === '' ? view`<${List} />` : view`<${OneTeam} key=${id} id=${id} />`;
}

function List(): Shown {
  const [trail, go] = useState<readonly string[]>([]);
  const path = `/v2/teams?limit=50&cursor=${trail.at(-1) ?? ''}`;
  const { answer, problem, again } = usePolling(
    path,
    async () => (await call<TeamList>(path)).body,
    () => true,
  );
  return view`
    <main class="screen">
      <h1>Teams</h1>
      ${
        visitor.value?.isKeyRequired === true
          ? view`<${NewTeam} made=${again} />`
          : view`<p class="quiet">Calls need no key here (<code>DECANT_AUTH=off</code>): everybody is one team.</p>`
      }
      <${Problem} error=${problem} />
      ${answer && table(answer.data)}
      ${answer && view`<${Pager} trail=${trail} cursor=${answer.cursor} go=${go} />`}
      <p class="quiet">Limits and features are changed with <code>decant teams set</code> where the service runs.</p>
    </main>`;
}

/** Makes a team, and leads to its keys: without one nobody is in it. */
function NewTeam({ made }: { made: () => void }): Shown {
  const [problem, setProblem] = useState<unknown>(undefined);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const number = (name: string): number | undefined => {
      const text = given.get(name);
      return typeof text === 'string' && text !== '' ? Number(text) : undefined;
    };
    try {
      const { body } = await call<{ data: Team }>('/v2/teams', {
        name: given.get('name'),
        maxConcurrency: number('concurrency'),
        creditsGranted: number('credits'),
      });
      made();
      location.hash = `#/teams/${body.data.id}`;
    } catch (error) {
      setProblem(error);
    }
  };
  return view`
    <form class="line" onSubmit=${submit}>
      <label for="team-name">Name</label>
      <input id="team-name" name="name" required maxlength="100" autocomplete="off" placeholder="whose it is" />
      <label for="team-concurrency">Pages at once</label>
      <input id="team-concurrency" name="concurrency" class="short" type="number" min="1" step="1" placeholder="100" />
      <label for="team-credits">Credits</label>
      <input id="team-credits" name="credits" class="short" type="number" min="0" step="1" placeholder="unlimited" />
      <button class="primary" type="submit">Create a team</button>
    </form>
    <${Problem} error=${problem} />`;
}

function table(teams: readonly Team[]): Shown {
  return view`<div class="table teams" tabindex="0" role="region" aria-label="Teams"><table>
    <thead><tr>
      <th scope="col">Name</th><th scope="col" class="number">Keys</th><th scope="col" class="number">Pages at once</th>
      <th scope="col" class="number">Credits</th><th scope="col">Requests a minute</th><th scope="col">May use</th>
      <th scope="col">Last used</th>
    </tr></thead>
    <tbody>${teams.map(row)}</tbody>
  </table></div>`;
}

function row(team: Team): Shown {
  const { id, name, isOperator, isYours, keys, maxConcurrency, active, last_used_at: used } = team;
  const limits = Object.entries(team.rateLimits).map(([kind, count]) => `${kind} ${count}`);
  return view`<tr key=${id}>
    <td class="long">
      <a href=${`#/teams/${id}`}>${name}</a>
      ${isYours && view` <span class="quiet">(yours)</span>`} ${isOperator && view`<span class="mark">operator</span>`}
    </td>
    <td class="number">${keys.toLocaleString()}</td>
    <td class="number">${active.toLocaleString()} <span class="quiet">of ${maxConcurrency.toLocaleString()}</span></td>
    <td class="number">${credits(team)}</td>
    <td>${limits.join(', ') || view`<span class="quiet">no limits</span>`}</td>
    <td>${team.features.join(', ') || view`<span class="quiet">nothing extra</span>`}</td>
    <td>${used === null ? view`<span class="quiet">not yet</span>` : view`<time datetime=${used}>${new Date(used).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })}</time>`}</td>
  </tr>`;
}

function credits({ creditsGranted, creditsUsed }: Team): Shown {
  const used = creditsUsed.toLocaleString();
  return view`${used} <span class="quiet">${creditsGranted === null ? 'used, no limit' : `of ${creditsGranted.toLocaleString()}`}</span>`;
}

/** A team with its limits, and its keys. */
function OneTeam({ id }: { id: string }): Shown {
  const { answer, problem } = usePolling(
    id,
    async () => (await call<{ data: Team }>(`/v2/teams/${encodeURIComponent(id)}`)).body.data,
    () => true,
  );
  return view`
    <main class="screen">
      <p><a href="#/teams">All teams</a></p>
      <h1 class="long">${answer?.name ?? 'Team'}</h1>
      <${Problem} error=${problem} />
      ${answer && table([answer])}
      ${answer && view`<h2>Keys</h2><${KeysOf} team=${answer.id} />`}
    </main>`;
}
