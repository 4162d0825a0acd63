import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { serveDrivers } from '../../src/doors/http/sessions/cdp-socket.ts';
import { routeUpgrades } from '../../src/doors/http/upgrades.ts';
import { silentLog } from '../../src/lib/log/log.ts';
import type { SessionBrowser } from '../../src/browser/sharing/session-browser.ts';
import { openTestSession, type TestSession } from '../../test/support/open-test-session.ts';
import { memoryOf, processTree } from '../process-tree.ts';
import type { Bench, SectionReport } from '../section.ts';
import { median, quantile } from '../statistics.ts';
import { figure, targetCells } from '../table.ts';

const RELAY = { bar: 1, goal: 0.2, isMoreBetter: false };
const MIB = 2 ** 20;
const EXPRESSION = { expression: '1' };

/** Sessions: what the way of a driver costs, what a browser of its own costs. */
export async function sessions({ web, isQuick, signal }: Bench): Promise<SectionReport> {
  await using stack = new AsyncDisposableStack();
  const count = isQuick ? 2 : 5;
  const startMs: number[] = [];
  const houses: TestSession[] = [];
  for (let index = 0; index < count; index++) {
    signal.throwIfAborted();
    const from = performance.now();
    const house = await openTestSession();
    if (!house) throw new Error('There is no browser for this machine');
    startMs.push(performance.now() - from);
    houses.push(stack.use(house));
    const live = await house.session.activePage(signal);
    await live.session.send('Page.navigate', { url: web.nextUrl(100) });
  }
  const memory = houses.map(({ session }) => memoryOf(session.browser.processId).pssBytes / MIB);
  const processes = houses.map(({ session }) => processTree(session.browser.processId).length);
  const relay = await measureRelay(houses[0]!.session, isQuick ? 300 : 2_000, signal);
  const added = relay.throughMs - relay.pipeMs;
  return {
    tables: [
      {
        title: 'The browser of a session',
        columns: ['', 'median', 'p95', 'bar', 'goal', ''],
        rows: [
          ['a call on the pipe, ms', figure(relay.pipeMs), figure(relay.pipeP95Ms), '', '', ''],
          [
            'through WebSocket and policy, ms',
            figure(relay.throughMs),
            figure(relay.throughP95Ms),
            '',
            '',
            '',
          ],
          ['added by the way, ms', figure(added), '', ...targetCells(added, RELAY, 'ms')],
          ['CPU of the service a call, ms', figure(relay.cpuMs), '', '', '', ''],
          ['start, ms', figure(median(startMs)), figure(quantile(startMs, 0.95)), '', '', ''],
          ['memory, MB (PSS)', figure(median(memory)), '', '', '', ''],
          ['processes', figure(median(processes)), '', '', '', ''],
        ],
        notes: [`${count} sessions at once, each with a page of 100 KB; the driver is in this process, too`],
      },
    ],
    raw: { ...relay, addedMs: added, startMs, memoryMib: memory, processes },
  };
}

interface RelayCost {
  pipeMs: number;
  pipeP95Ms: number;
  throughMs: number;
  throughP95Ms: number;
  /** Of this process, which is service and driver in one. */
  cpuMs: number;
}

/** The same call by our own connection and by a driver, in turns. */
async function measureRelay(session: SessionBrowser, calls: number, signal: AbortSignal): Promise<RelayCost> {
  await using driver = await openSocketDriver(session);
  const live = await session.activePage(signal);
  const own: number[] = [];
  const through: number[] = [];
  let cpuMicros = 0;
  for (let call = -Math.floor(calls / 4); call < calls; call++) {
    signal.throwIfAborted();
    const begin = performance.now();
    await live.session.send('Runtime.evaluate', EXPRESSION);
    const between = performance.now();
    const before = process.cpuUsage();
    await driver.evaluate();
    const { user, system } = process.cpuUsage(before);
    if (call < 0) continue;
    own.push(between - begin);
    through.push(performance.now() - between);
    cpuMicros += user + system;
  }
  return {
    pipeMs: median(own),
    pipeP95Ms: quantile(own, 0.95),
    throughMs: median(through),
    throughP95Ms: quantile(through, 0.95),
    cpuMs: cpuMicros / calls / 1_000,
  };
}

interface SocketDriver extends AsyncDisposable {
  evaluate(): Promise<void>;
}

/** A driver at the service's own door, with a session on the page that is shown. */
async function openSocketDriver(session: SessionBrowser): Promise<SocketDriver> {
  await using opening = new AsyncDisposableStack();
  const door = serveDrivers(
    { joinSession: async () => session.connectDriver, log: silentLog },
    { http: { publicUrl: undefined, isProxyTrusted: false } },
  );
  const server = createServer();
  opening.use(routeUpgrades(server, {}, door));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opening.defer(() => void server.close());
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/cdp/token`);
  await once(socket, 'open');
  opening.defer(() => socket.close());
  const answers = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as Answer;
    answers.get(message.id)?.(message);
    answers.delete(message.id);
  });
  let lastId = 0;
  const call = (method: string, params: object, sessionId?: string): Promise<Answer> => {
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    answers.set(lastId, resolve);
    socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
    return promise;
  };
  const { targetId } = session.tabs()[0]!;
  const { result } = await call('Target.attachToTarget', { targetId, flatten: true });
  const open = opening.move();
  return {
    async evaluate() {
      await call('Runtime.evaluate', EXPRESSION, result.sessionId);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

interface Answer {
  id: number;
  result: { sessionId?: string };
}
