import { useState } from 'preact/hooks';
import { bytesText, sinceText, timeText } from '../amounts.ts';
import { call } from '../api.ts';
import { Problem } from '../problem.ts';
import { usePolling } from '../use-polling.ts';
import { view, type Shown } from '../view.ts';

interface Finding {
  part: string;
  state: 'ok' | 'missing' | 'WARNING' | 'problem';
  note: string;
}

interface Process {
  id: string;
  role: string;
  version: string;
  host: string;
  pid: number;
  isThisOne: boolean;
  isAlive: boolean;
  started_at: string;
  seen_at: string;
  mainThreadBusy: number;
  residentBytes: number;
  browsers: {
    running: number;
    pages: number;
    maxPages: number;
    waiting: number;
    residentBytes: number;
    killedProcesses: number;
  };
  readers: { running: number; reading: number; max: number; waiting: number };
  pageMemory: { takenBytes: number; waiting: number };
}

interface SystemState {
  versions: { decant: string; node: string; postgres: string; browser: string | null };
  database: {
    isOwn: boolean;
    bytes: number;
    bytesADay: number | null;
    tables: Array<{ name: string; bytes: number }>;
    connections: number;
  };
  queue: {
    jobs: number;
    active: number;
    waiting: number;
    oldest_at: string | null;
    scrapes: number;
    webhooks: number;
    sessions: number;
  };
  machine: {
    cores: number;
    memoryBytes: number;
    freeMemoryBytes: number;
    diskBytes: number;
    freeDiskBytes: number;
  };
  processes: Process[];
  findings: Finding[];
  examined_at: string | null;
}

/** The service as its operator sees it: what it is made of, how full it is, which walls stand. */
export function System(): Shown {
  const { answer, problem, again } = usePolling(
    'system',
    async () => (await call<{ data: SystemState }>('/v2/system')).body.data,
    () => true,
  );
  return view`
    <main class="screen">
      <h1>System</h1>
      <${Problem} error=${problem} />
      ${answer && view`<${Facts} state=${answer} />`}
      ${answer && view`<${Walls} findings=${answer.findings} at=${answer.examined_at} again=${again} />`}
    </main>`;
}

function Facts({ state }: { state: SystemState }): Shown {
  const { versions, queue, machine, processes } = state;
  return view`
    <dl class="counts">
      ${fact('Decant', versions.decant)}
      ${fact('Node', versions.node)}
      ${fact('PostgreSQL', versions.postgres)}
      ${fact('Browser', versions.browser ?? 'not tried yet')}
    </dl>
    <h2>Queue</h2>
    <dl class="counts">
      ${fact('Jobs that run', queue.jobs.toLocaleString(), queue.oldest_at && `the oldest for ${sinceText(queue.oldest_at)}`)}
      ${fact('Pages at work', queue.active.toLocaleString())}
      ${fact('Pages that wait', queue.waiting.toLocaleString())}
      ${fact('Slots taken', queue.scrapes.toLocaleString())}
      ${fact('Webhooks to call', queue.webhooks.toLocaleString())}
      ${fact('Sessions', queue.sessions.toLocaleString())}
    </dl>
    <h2>Machine</h2>
    <dl class="counts">
      ${fact('Cores', machine.cores.toLocaleString())}
      ${level('Memory free', machine.freeMemoryBytes, machine.memoryBytes)}
      ${level('Disk free', machine.freeDiskBytes, machine.diskBytes)}
    </dl>
    ${database(state.database)}
    <h2>Processes</h2>
    ${processTable(processes)}`;
}

function fact(name: string, value: string, note?: string | null): Shown {
  return view`<div><dt>${name}</dt><dd>${value}</dd>${note && view`<dd class="note quiet">${note}</dd>`}</div>`;
}

/** Less than a tenth left is said in colour and in words. */
function level(name: string, free: number, all: number): Shown {
  const isLow = all > 0 && free < all / 10;
  return view`<div class=${isLow ? 'low' : ''}><dt>${name}</dt><dd>${bytesText(free)}</dd>
    <dd class="note quiet">of ${bytesText(all)}${isLow ? ': little is left' : ''}</dd></div>`;
}

function database({ isOwn, bytes, bytesADay, tables, connections }: SystemState['database']): Shown {
  const growth =
    bytesADay === null
      ? 'not known before an hour'
      : `${bytesADay < 0 ? '−' : '+'}${bytesText(Math.abs(bytesADay))}`;
  return view`
    <h2>Database</h2>
    <dl class="counts">
      ${fact('Size', bytesText(bytes), isOwn ? 'in the data folder' : 'of DATABASE_URL')}
      ${fact('Growth a day', growth)}
      ${fact('Connections', connections.toLocaleString())}
    </dl>
    <details><summary>Largest tables</summary>
      <div class="table" tabindex="0" role="region" aria-label="Largest tables"><table>
        <thead><tr><th scope="col">Table</th><th scope="col" class="number">Size</th></tr></thead>
        <tbody>${tables.map(({ name, bytes: size }) => view`<tr key=${name}><td><code>${name}</code></td><td class="number">${bytesText(size)}</td></tr>`)}</tbody>
      </table></div>
    </details>`;
}

function processTable(processes: readonly Process[]): Shown {
  return view`<div class="table processes" tabindex="0" role="region" aria-label="Processes"><table>
    <thead><tr>
      <th scope="col">Process</th><th scope="col">State</th><th scope="col" class="number">Main thread</th>
      <th scope="col" class="number">Memory</th><th scope="col" class="number">Browser pages</th>
      <th scope="col" class="number">Browsers</th><th scope="col" class="number">Readers</th>
      <th scope="col" class="number">That wait</th>
    </tr></thead>
    <tbody>${processes.map(processRow)}</tbody>
  </table></div>`;
}

function processRow(process: Process): Shown {
  const { id, role, host, pid, version, isThisOne, isAlive, started_at: start, seen_at: seen } = process;
  const { browsers, readers, pageMemory } = process;
  const waiting = browsers.waiting + readers.waiting + pageMemory.waiting;
  const parts = `${browsers.waiting} for a browser, ${readers.waiting} for a reader, ${pageMemory.waiting} for memory`;
  return view`<tr key=${id}>
    <td class="long">${role === 'all' ? 'service' : role} <span class="quiet">${pid} on ${host}, ${version}</span> ${isThisOne && view`<span class="mark">answers you</span>`}</td>
    <td>${
      isAlive
        ? view`<span class="state completed">runs</span> <span class="quiet">for ${sinceText(start)}</span>`
        : view`<span class="state failed">silent</span> <span class="quiet">for ${sinceText(seen)}</span>`
    }</td>
    <td class="number">${Math.round(process.mainThreadBusy * 100)} %</td>
    <td class="number">${bytesText(process.residentBytes)}</td>
    <td class="number">${browsers.pages} <span class="quiet">of ${browsers.maxPages}</span></td>
    <td class="number">${browsers.running} <span class="quiet">${bytesText(browsers.residentBytes)}</span></td>
    <td class="number">${readers.reading} <span class="quiet">of ${readers.max}</span></td>
    <td class="number"><span title=${parts}>${waiting}</span></td>
  </tr>`;
}

const STATES: Readonly<Record<Finding['state'], { name: string; look: string }>> = {
  ok: { name: 'ok', look: 'completed' },
  missing: { name: 'not there', look: 'cancelled' },
  WARNING: { name: 'weakened', look: 'failed' },
  problem: { name: 'problem', look: 'failed' },
};

/** The findings of `decant doctor`; the parts that take time are tried when somebody asks. */
function Walls({
  findings,
  at,
  again,
}: {
  findings: readonly Finding[];
  at: string | null;
  again: () => void;
}): Shown {
  const [isTrying, setTrying] = useState(false);
  const [problem, setProblem] = useState<unknown>(undefined);
  const examine = async (): Promise<void> => {
    setTrying(true);
    try {
      await call('/v2/system/examine', {});
      setProblem(undefined);
      again();
    } catch (error) {
      setProblem(error);
    } finally {
      setTrying(false);
    }
  };
  const weak = findings.filter(({ state }) => state === 'WARNING' || state === 'problem').length;
  return view`<section aria-label="Examination">
    <h2>What stands</h2>
    <div class="line">
      <button type="button" disabled=${isTrying} onClick=${examine}>${isTrying ? 'Trying everything…' : 'Try everything'}</button>
      <span class="quiet" role="status">${
        at === null
          ? 'Only what is cheap to find out so far; browser, database, model and code take some seconds'
          : `Everything was tried ${timeText(at)}; ${weak === 0 ? 'nothing is weakened' : `${weak} of ${findings.length} weakened`}`
      }</span>
    </div>
    <${Problem} error=${problem} />
    <ul class="findings">
      ${findings.map(
        ({ part, state, note }, index) => view`<li key=${index}>
          <strong>${part}</strong> <span class=${`state ${STATES[state].look}`}>${STATES[state].name}</span>
          <span class="long">${note}</span>
        </li>`,
      )}
    </ul>
  </section>`;
}
