import type { Peer } from '../peers/peer.ts';
import { median } from '../statistics.ts';
import type { TimedPage } from './timed-page.ts';

export interface PeerTime {
  readonly peer: Peer;
  /** CPU ms per page: the median of the rounds. */
  readonly msPerPage: number;
  /** The slowest page, wall clock, in its fastest round. */
  readonly worstMs: number;
  readonly worstId: string;
  /** Pages on which it threw. */
  readonly failures: number;
}

/** One round of one peer. */
interface Round {
  readonly cpuMs: number;
  readonly wallMs: readonly number[];
}

/** A turn goes on over the pages until this much time is up, so that what its forerunner left to be collected weighs little. */
const TURN_MS = 1000;
/** Compilers optimise what has run for a while, and a service has. */
const WARM_UP_MS = 4000;

/**
 * Times whole conversions on one thread: after a warm-up, `rounds` rounds in which each peer has its turn, so that
 * whatever else the machine does meets all of them. Pages on which one of them throws are left out for all.
 */
export function timePeers(
  peers: readonly Peer[],
  pages: readonly TimedPage[],
  rounds: number,
): { times: PeerTime[]; pages: number } {
  const failed = peers.map((peer) => warmUp(peer, pages));
  const shared = pages.filter((page) => failed.every((pagesOfOne) => !pagesOfOne.has(page)));
  const results = peers.map((): Round[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < peers.length; turn++) {
      // Forth and back, so that none always follows the one that leaves the most garbage.
      const at = round % 2 === 0 ? turn : peers.length - 1 - turn;
      results[at]!.push(runRound(peers[at]!, shared));
    }
  }
  return {
    pages: shared.length,
    times: peers.map((peer, at) => summarise(peer, shared, results[at]!, failed[at]!.size)),
  };
}

/** Converts all pages, again and again until the time is up; gives those on which the peer throws. */
function warmUp(peer: Peer, pages: readonly TimedPage[]): Set<TimedPage> {
  const failed = new Set<TimedPage>();
  const until = performance.now() + WARM_UP_MS;
  do {
    for (const page of pages) {
      try {
        peer.convert(page.bytes, page.address);
      } catch {
        failed.add(page);
      }
    }
  } while (performance.now() < until);
  return failed;
}

function runRound(peer: Peer, pages: readonly TimedPage[]): Round {
  const wallMs = pages.map(() => Infinity);
  let passes = 0;
  const before = process.cpuUsage();
  const until = performance.now() + TURN_MS;
  do {
    for (const [at, { bytes, address }] of pages.entries()) {
      const from = performance.now();
      peer.convert(bytes, address);
      wallMs[at] = Math.min(wallMs[at]!, performance.now() - from);
    }
    passes++;
  } while (performance.now() < until);
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000 / passes, wallMs };
}

function summarise(
  peer: Peer,
  pages: readonly TimedPage[],
  rounds: readonly Round[],
  failures: number,
): PeerTime {
  const fastest = pages.map((_, page) => Math.min(...rounds.map(({ wallMs }) => wallMs[page]!)));
  const worstMs = Math.max(...fastest);
  return {
    peer,
    msPerPage: median(rounds.map(({ cpuMs }) => cpuMs)) / pages.length,
    worstMs,
    worstId: pages[fastest.indexOf(worstMs)]?.id ?? '',
    failures,
  };
}
