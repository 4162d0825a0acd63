import { PAGE_KILOBYTES } from '../page-address.ts';
import { generatePage, TEMPLATE_NAMES } from '../page-generator.ts';
import { peers } from '../peers/index.ts';
import type { Peer } from '../peers/peer.ts';
import type { Bench, SectionReport } from '../section.ts';
import { median } from '../statistics.ts';
import { figure } from '../table.ts';

const URL_OF_PAGES = 'https://www.example.com/section/page';

/** CPU ms of a peer by size of the page, one number a pass. */
type Costs = Map<Peer, number[][]>;

/** The conversion alone, in this process, against what others are made of. */
export async function conversion({ isQuick, signal }: Bench): Promise<SectionReport> {
  const passes = isQuick ? 3 : 9;
  const groups = PAGE_KILOBYTES.map((kilobytes) =>
    TEMPLATE_NAMES.map((template) => {
      const { opening, rest } = generatePage({ template, bytes: kilobytes * 1000, seed: kilobytes });
      return Buffer.from(opening(kilobytes) + rest);
    }),
  );
  for (const peer of peers) for (const pages of groups) cpuMsPerPage(peer, pages);
  const costs: Costs = new Map(peers.map((peer) => [peer, groups.map(() => [])]));
  for (let pass = 0; pass < passes; pass++) {
    // Another one begins each pass: none shall always follow the one that leaves the most garbage.
    for (const peer of [...peers.slice(pass % peers.length), ...peers.slice(0, pass % peers.length)]) {
      for (const [size, pages] of groups.entries()) {
        costs.get(peer)?.[size]?.push(cpuMsPerPage(peer, pages));
        // Between pages only: a conversion cannot be interrupted.
        await new Promise(setImmediate);
        signal.throwIfAborted();
      }
    }
  }
  return report(costs, passes);
}

function cpuMsPerPage(peer: Peer, pages: readonly Buffer[]): number {
  const before = process.cpuUsage();
  for (const page of pages) peer.convert(page, URL_OF_PAGES);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / pages.length;
}

function report(costs: Costs, passes: number): SectionReport {
  const results = [...costs].map(([peer, bySize]) => {
    const cpuMs = bySize.map(median);
    const mean = cpuMs.reduce((sum, ms) => sum + ms, 0) / cpuMs.length;
    return { peer, cpuMs, mean };
  });
  return {
    tables: [
      {
        title: 'Conversion alone, CPU ms per page',
        columns: ['', 'output', ...PAGE_KILOBYTES.map((size) => `${size} KB`), 'mean', 'pages per CPU s'],
        textColumns: 2,
        rows: results.map(({ peer, cpuMs, mean }) => [
          peer.name,
          peer.output,
          ...cpuMs.map(figure),
          figure(mean),
          figure(1000 / mean),
        ]),
        notes: [
          `medians of ${passes} interleaved passes over ${TEMPLATE_NAMES.length} pages of each size; garbage collection included`,
        ],
      },
    ],
    raw: {
      results: results.map(({ peer, cpuMs, mean }) => ({
        name: peer.name,
        output: peer.output,
        cpuMs: Object.fromEntries(PAGE_KILOBYTES.map((size, index) => [size, cpuMs[index]])),
        mean,
      })),
    },
  };
}
