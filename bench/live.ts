// The live view of a session on loopback: pictures a second of a page that moves, and the time from a click to the picture
// that shows it. Viewers are programs that draw nothing; the page, its browser and the doors are real.
// Exits with 1 when a bar is not met.
// usage: npm run bench:live
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { openDrivenSite } from '../test/support/driven-site.ts';
import { openLiveDoor } from '../test/support/live-door.ts';
import { openTestSession } from '../test/support/open-test-session.ts';
import { describeMachine, machineLine } from './describe-machine.ts';
import { median, quantile } from './statistics.ts';
import { figure, formatTable, targetCells, type Target } from './table.ts';

const MEASURE_MS = 5_000;
const CLICKS = 60;
const RATE: Target = { bar: 45, goal: 55, isMoreBetter: true };
const DELAY: Target = { bar: 60, goal: 40, isMoreBetter: false };
const SIZE = { width: 1280, height: 720 };

const startedAt = new Date().toISOString();
await using site = await openDrivenSite();
const opened = await openTestSession();
if (!opened) throw new Error('no browser can be had here');
await using test = opened;
const { session } = test;
await using door = await openLiveDoor(session);
const page = await session.activePage(new AbortController().signal);
const { session: tab } = page;

/** A viewer that says of each picture that it is drawn, or of none. */
async function look(link: 'watch' | 'control', draws: boolean) {
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/live/${link}`);
  const state = { pictures: 0, bytes: 0, onPicture: (): void => {} };
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return;
    state.pictures += 1;
    state.bytes += data.length;
    if (draws) socket.send(JSON.stringify({ type: 'seen', picture: data.readUInt32BE(4) }));
    state.onPicture();
  });
  await once(socket, 'message');
  socket.send(JSON.stringify({ type: 'size', ...SIZE }));
  return { socket, state };
}

type Looking = Awaited<ReturnType<typeof look>>;

async function go(url: string): Promise<void> {
  const loaded = new Promise<void>((resolve) => void tab.on('Page.loadEventFired', () => resolve()));
  await tab.send('Page.navigate', { url });
  await loaded;
}

async function measureRate({ state }: Looking) {
  await sleep(1_000);
  const before = { ...state, cpu: process.cpuUsage(), at: performance.now() };
  await sleep(MEASURE_MS);
  const seconds = (performance.now() - before.at) / 1_000;
  const { user, system } = process.cpuUsage(before.cpu);
  const pictures = state.pictures - before.pictures;
  return {
    rate: pictures / seconds,
    pictureKb: (state.bytes - before.bytes) / pictures / 1_000,
    cpuShare: (user + system) / 1e6 / seconds,
  };
}

/** Times from a press to the picture that shows what it has changed. */
async function measureClicks({ socket, state }: Looking): Promise<number[]> {
  const delays: number[] = [];
  const mouse = { type: 'mouse', x: 60, y: 40, button: 'left', clicks: 1, modifiers: 0 };
  for (let count = 0; count < CLICKS; count += 1) {
    // Until nothing moves any more, so that the next picture is that of the press.
    for (let before = -1; before !== state.pictures; await sleep(150)) before = state.pictures;
    const shown = new Promise<void>((resolve) => void (state.onPicture = resolve));
    const pressedAt = performance.now();
    socket.send(JSON.stringify({ ...mouse, event: 'down', buttons: 1 }));
    await shown;
    delays.push(performance.now() - pressedAt);
    socket.send(JSON.stringify({ ...mouse, event: 'up', buttons: 0 }));
  }
  return delays;
}

/** Pictures a second of the browser alone: each is answered at once, and sent to nobody. */
async function measureBrowser(): Promise<number> {
  const { connection } = session.browser;
  const own = await connection.attach(page.targetId);
  const state = { pictures: 0 };
  own.on('Page.screencastFrame', ({ sessionId }) => {
    state.pictures += 1;
    void own.send('Page.screencastFrameAck', { sessionId });
  });
  await own.send('Page.enable');
  await own.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 1280, maxHeight: 720 });
  await sleep(1_000);
  const before = { ...state, at: performance.now() };
  await sleep(MEASURE_MS);
  const rate = ((state.pictures - before.pictures) / (performance.now() - before.at)) * 1_000;
  await own.send('Page.stopScreencast');
  return rate;
}

await go(`${site.origin}/moving`);
const browserRate = await measureBrowser();
const first = await look('control', true);
const alone = await measureRate(first);
const second = await look('watch', true);
const stuck = await look('watch', false);
const beside = await measureRate(first);
for (const { socket } of [second, stuck]) {
  socket.close();
  await once(socket, 'close');
}
await go(`${site.origin}/pressed`);
const delays = await measureClicks(first);
first.socket.close();

const rates = { 'one viewer': alone, 'beside another one, and one that takes nothing': beside };
const rows = [
  [
    'the browser alone',
    `${figure(browserRate)} /s`,
    '',
    '',
    '',
    'each picture answered at once, sent to nobody',
  ],
  ...Object.entries(rates).map(([name, { rate, pictureKb, cpuShare }]) => [
    name,
    `${figure(rate)} /s`,
    ...targetCells(rate, RATE, '/s'),
    `${figure(pictureKb)} KB a picture, ${figure(cpuShare * 100)} % of a core here`,
  ]),
  [
    'click to picture, median',
    `${figure(median(delays))} ms`,
    ...targetCells(median(delays), DELAY, 'ms'),
    `p90 ${figure(quantile(delays, 0.9))} ms, ${CLICKS} clicks`,
  ],
];
process.stdout.write(`${machineLine(describeMachine(), startedAt)}\n\n`);
process.stdout.write(
  `${formatTable({ title: `Live view, ${SIZE.width} x ${SIZE.height}`, columns: ['', 'now', 'bar', 'goal', 'verdict', 'besides'], rows })}\n`,
);
process.exitCode = rows.some((row) => row.includes('NOT MET')) ? 1 : 0;
