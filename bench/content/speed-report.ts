import { generatePage } from '../page-generator.ts';
import { decantMainContent, decantWholePage } from '../peers/decant.ts';
import { htmlparser2Turndown } from '../peers/htmlparser2-turndown.ts';
import { linkedomReadabilityTurndown } from '../peers/linkedom-readability-turndown.ts';
import type { Peer } from '../peers/peer.ts';
import { median } from '../statistics.ts';
import { figure, targetCells, type Table, type Target } from '../table.ts';
import type { LabelledPage } from './labelled-pages.ts';
import { optionalPeers } from './optional-peers.ts';
import { measureAlone } from './peak-memory.ts';
import { megabytesOf, readTimedPages, type TimedPage } from './timed-page.ts';
import { timePeers, type PeerTime } from './time-peers.ts';
import { STAGES, timeStages } from './time-stages.ts';

/** Every so many pages of the set are timed by stage; every so many are given to the peers, of which some are slow. */
const TIMED_EVERY = 5;
const PEERS_EVERY = 15;
const ROUNDS = 5;
const PEER_ROUNDS = 3;
const HUGE_PAGE_BYTES = 10_000_000;

const WHOLE_MS: Target = { bar: 2.5, goal: 2, isMoreBetter: false };
const WHOLE_SPEED: Target = { bar: 100, goal: 145, isMoreBetter: true };
const TIMES_READABILITY: Target = { bar: 10, goal: 20, isMoreBetter: true };
const TIMES_TURNDOWN: Target = { bar: 8, goal: 12, isMoreBetter: true };
const HUGE_MS: Target = { bar: 500, goal: 300, isMoreBetter: false };
const HUGE_MEGABYTES: Target = { bar: 300, goal: 250, isMoreBetter: false };

/** Speed by stage, the whole beside its peers, and memory, as tables. */
export async function reportSpeed(pages: readonly LabelledPage[]): Promise<Table[]> {
  const timed = readTimedPages(pages, TIMED_EVERY);
  const shared = readTimedPages(pages, PEERS_EVERY);
  const [whole] = timePeers([decantMainContent], timed, ROUNDS).times;
  return [stageTable(timed, whole!), await peerTable(shared), await memoryTable(timed)];
}

function stageTable(pages: readonly TimedPage[], whole: PeerTime): Table {
  timeStages(pages);
  const rounds = Array.from({ length: ROUNDS }, () => timeStages(pages));
  const megabytes = megabytesOf(pages);
  const speedOf = (msPerPage: number): number => megabytes / ((msPerPage * pages.length) / 1000);
  const rows = STAGES.map((stage) => {
    const ms = median(rounds.map((round) => round[stage])) / pages.length;
    return [stage, figure(ms), figure(speedOf(ms))];
  });
  const speed = speedOf(whole.msPerPage);
  return {
    title: `Speed by stage, ${pages.length} pages of ${figure((megabytes * 1000) / pages.length)} KB on average`,
    columns: ['', 'CPU ms per page', 'MB per CPU s', 'bar', 'goal', ''],
    rows: [
      ...rows,
      ['whole', figure(whole.msPerPage), '', ...targetCells(whole.msPerPage, WHOLE_MS, 'ms')],
      ['', '', figure(speed), ...targetCells(speed, WHOLE_SPEED, 'MB/s')],
    ],
    notes: [
      `medians of ${ROUNDS} rounds after a warm-up, garbage collection included; "whole" is what a scrape does between fetch and reply`,
      `slowest page ${whole.worstId}: ${figure(whole.worstMs)} ms`,
    ],
  };
}

async function peerTable(pages: readonly TimedPage[]): Promise<Table> {
  const installed: Peer[] = [];
  const missing: string[] = [];
  for (const { name, packages, load } of optionalPeers) {
    try {
      installed.push(await load());
    } catch {
      missing.push(
        `${name}: not installed, or not made for this machine (npm install --no-save ${packages.join(' ')})`,
      );
    }
  }
  const { times, pages: shared } = timePeers(
    [decantMainContent, linkedomReadabilityTurndown, decantWholePage, htmlparser2Turndown, ...installed],
    pages,
    PEER_ROUNDS,
  );
  const msOf = (peer: Peer): number => times.find((time) => time.peer === peer)!.msPerPage;
  const main = msOf(decantMainContent);
  return {
    title: `The whole beside its peers, ${shared} pages, in turns`,
    columns: [
      '',
      'output',
      'CPU ms per page',
      'pages per CPU s',
      'of our time',
      'worst ms',
      'threw',
      'bar',
      'goal',
      '',
    ],
    textColumns: 2,
    rows: times.map(({ peer, msPerPage, worstMs, failures }) => [
      peer.name,
      peer.output,
      figure(msPerPage),
      figure(1000 / msPerPage),
      `${figure(msPerPage / main)} x`,
      figure(worstMs),
      String(failures),
      ...barsOf(peer, msPerPage / main),
    ]),
    notes: [
      `medians of ${PEER_ROUNDS} rounds; "of our time" is against the first row; the ${pages.length - shared} pages on which one of them throws are left out`,
      `like with like, whole page: htmlparser2 + turndown takes ${figure(msOf(htmlparser2Turndown) / msOf(decantWholePage))} times as long`,
      ...missing,
    ],
  };
}

function barsOf(peer: Peer, times: number): readonly string[] {
  if (peer === linkedomReadabilityTurndown) return targetCells(times, TIMES_READABILITY, 'x');
  if (peer === htmlparser2Turndown) return targetCells(times, TIMES_TURNDOWN, 'x');
  return ['', '', ''];
}

async function memoryTable(pages: readonly TimedPage[]): Promise<Table> {
  const bySize = pages.toSorted((a, b) => a.bytes.length - b.bytes.length);
  const chosen = [0.5, 0.95, 1].map((share) => bySize[Math.ceil(share * bySize.length) - 1]!);
  const { opening, rest } = generatePage({ template: 'docs', bytes: HUGE_PAGE_BYTES, seed: 1 });
  const rows: string[][] = [];
  for (const { id, bytes } of chosen) {
    const { cpuMs, wallMs, addedBytes, peakBytes } = await measureAlone(bytes);
    rows.push([
      `${id}, ${size(bytes.length)}`,
      figure(cpuMs),
      figure(wallMs),
      size(addedBytes),
      size(peakBytes),
      '',
      '',
      '',
    ]);
  }
  const huge = await measureAlone(Buffer.from(opening(1) + rest));
  rows.push(
    [
      `generated, ${size(HUGE_PAGE_BYTES)}`,
      figure(huge.cpuMs),
      figure(huge.wallMs),
      size(huge.addedBytes),
      size(huge.peakBytes),
      ...targetCells(huge.peakBytes / 1e6, HUGE_MEGABYTES, 'MB'),
    ],
    ['', '', figure(huge.wallMs), '', '', ...targetCells(huge.wallMs, HUGE_MS, 'ms')],
  );
  return {
    title: 'One page in a process of its own',
    columns: ['page', 'CPU ms', 'wall ms', 'memory for it', 'peak of the process', 'bar', 'goal', ''],
    rows,
    notes: [
      'median, 95th percentile and largest page by size; medians of 5 conversions, memory of the first',
    ],
  };
}

function size(bytes: number): string {
  return bytes >= 1e6 ? `${figure(bytes / 1e6)} MB` : `${figure(bytes / 1000)} KB`;
}
