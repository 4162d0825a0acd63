import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Table } from './table.ts';

/** The part of a CPU profile of V8 that is read here. */
interface CpuProfile {
  readonly nodes: ReadonlyArray<{
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
      readonly columnNumber: number;
    };
  }>;
  readonly samples: readonly number[];
}

export interface ProfileShares {
  /** Samples in functions of our own source. */
  readonly own: number;
  /** Of those, in functions without a name. */
  readonly nameless: number;
  /** Functions of our own, by their samples. */
  readonly functions: ReadonlyArray<{
    readonly name: string;
    readonly place: string;
    readonly samples: number;
  }>;
}

const OWN = /\/(?:src|dist)\/(.+)$/;
/** A nameless function with less than this share of our own samples says nothing about the rest. */
const LEAST_SHARE = 0.002;
const MOST_ROWS = 12;

/** Adds up where the samples of a profile were taken, as far as that was in code of our own. */
export function readProfile({ nodes, samples }: CpuProfile): ProfileShares {
  const counts = new Map<number, number>();
  for (const id of samples) counts.set(id, (counts.get(id) ?? 0) + 1);
  const functions = new Map<string, { name: string; place: string; samples: number }>();
  for (const { id, callFrame } of nodes) {
    const { functionName, url, lineNumber, columnNumber } = callFrame;
    // The code of a module itself begins where its file does.
    const isModule = functionName === '' && lineNumber === 0 && columnNumber === 0;
    const name = isModule ? '(module)' : functionName;
    const file = url.includes('/node_modules/') ? undefined : OWN.exec(url)?.[1];
    const seen = counts.get(id) ?? 0;
    if (file === undefined || seen === 0) continue;
    const place = `${file}:${lineNumber + 1}`;
    const known = functions.get(`${name} ${place}`) ?? { name, place, samples: 0 };
    functions.set(`${name} ${place}`, { ...known, samples: known.samples + seen });
  }
  const all = [...functions.values()].toSorted((one, other) => other.samples - one.samples);
  const sum = (some: typeof all): number => some.reduce((total, { samples: seen }) => total + seen, 0);
  return { own: sum(all), nameless: sum(all.filter(({ name }) => name === '')), functions: all };
}

/** What the profiles of a folder say: where our own code was at work, and how much of that has no name. */
export function profileTable(folder: string): Table {
  const files = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  const profiles = files.map(
    (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as CpuProfile,
  );
  const { own, nameless, functions } = readProfile({
    nodes: profiles.flatMap(({ nodes }, at) =>
      nodes.map((node) => ({ ...node, id: node.id * files.length + at })),
    ),
    samples: profiles.flatMap(({ samples }, at) => samples.map((id) => id * files.length + at)),
  });
  const shareOf = (count: number): string => `${((100 * count) / Math.max(1, own)).toFixed(1)} %`;
  const without = functions.filter(({ name, samples }) => name === '' && samples >= LEAST_SHARE * own);
  const rows = functions
    .filter(({ name }) => name !== '')
    .slice(0, MOST_ROWS)
    .concat(without)
    .map(({ name, place, samples }) => [name === '' ? '(no name)' : name, place, shareOf(samples)]);
  return {
    title: 'Where our own code was at work',
    columns: ['function', 'place', 'share'],
    rows,
    textColumns: 2,
    notes: [
      `${own} samples in our own source, ${nameless} of them (${shareOf(nameless)}) in functions without a name`,
      'functions without a name that are not listed have less than 0.2 % each',
    ],
  };
}
