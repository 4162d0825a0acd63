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
  readonly failures: number;
}

/**
 * Times whole conversions, one thread, one warm-up round and then `rounds` rounds in which each peer has its turn, so
 * that whatever else the machine does meets all of them.
 */
export function timePeers(peers: readonly Peer[], pages: readonly TimedPage[], rounds: number): PeerTime[] {
  for (const peer of peers) runRound(peer, pages);
  const results = peers.map((): Round[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < peers.length; turn++) {
      // Another one begins each round: none shall always follow the one that leaves the most garbage.
      const at = (turn + round) % peers.length;
      results[at]!.push(runRound(peers[at]!, pages));
    }
  }
  return peers.map((peer, at) => summarise(peer, pages, results[at]!));
}

function runRound(peer: Peer, pages: readonly TimedPage[]): Round {
  const wallMs: number[] = [];
  let failures = 0;
  const before = process.cpuUsage();
  for (const { bytes, address } of pages) {
    const from = performance.now();
    try {
      peer.convert(bytes, address);
    } catch {
      failures++;
    }
    wallMs.push(performance.now() - from);
  }
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs, failures };
}

function summarise(peer: Peer, pages: readonly TimedPage[], rounds: readonly Round[]): PeerTime {
  const fastest = pages.map((_, page) => Math.min(...rounds.map(({ wallMs }) => wallMs[page]!)));
  const worstMs = Math.max(...fastest);
  return {
    peer,
    msPerPage: median(rounds.map(({ cpuMs }) => cpuMs)) / pages.length,
    worstMs,
    worstId: pages[fastest.indexOf(worstMs)]?.id ?? '',
    failures: rounds[0]?.failures ?? 0,
  };
}
