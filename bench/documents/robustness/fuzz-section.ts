import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SectionReport } from '../../section.ts';
import { createRandom } from '../../pages/random.ts';
import type { DocumentsBench } from '../documents-section.ts';
import { generateDocuments } from '../generate/generate-documents.ts';
import { FIXTURE_FOLDER, printAll } from '../print/print-all.ts';
import { writeFiles } from '../write/write-files.ts';
import type { FuzzJob, FuzzReply } from './fuzz-process.ts';
import { mutateFile } from './mutate-file.ts';
import { residentBytes } from './watch-memory.ts';

interface FuzzOptions {
  /** Mutations of each kind. */
  count: number;
  /** Of the first one. */
  seed: number;
  bench: DocumentsBench;
}

interface Finding extends FuzzJob {
  what: string;
  saved: string;
}

const SCRIPT = fileURLToPath(new URL('./fuzz-process.ts', import.meta.url));
const SLOW_MS = 2_000;
const HANG_MS = 15_000;
const MAX_BYTES = 900_000_000;
const RETIRE_BYTES = 450_000_000;
const MEMORY_CHECK_MS = 50;
/** Larger fixtures would only take longer. */
const MAX_FIXTURE_BYTES = 120_000;
const MAX_FINDINGS = 40;

/** Mutations of the bench's files: our readers may refuse them, but nothing else. Findings are kept as files. */
export async function fuzzReaders(options: FuzzOptions): Promise<SectionReport & { isSound: boolean }> {
  const { bench, count, seed } = options;
  const findings: Finding[] = [];
  const rows: string[][] = [];
  for (const [kind, files] of await fixtures(bench)) {
    const random = createRandom(seed);
    const tally = { content: 0, refused: 0, bug: 0, slowestMs: 0 };
    const state: { child: ChildProcess | undefined } = { child: undefined };
    for (let index = 0; index < count && findings.length < MAX_FINDINGS; index++) {
      bench.signal.throwIfAborted();
      const job: FuzzJob = { file: random.pick(files), kind, seed: seed + index };
      state.child ??= start();
      const from = performance.now();
      const { outcome, detail } = await ask(state.child, job);
      const wallMs = performance.now() - from;
      tally[outcome]++;
      tally.slowestMs = Math.max(tally.slowestMs, wallMs);
      if (isUsedUp(state.child)) state.child = undefined;
      const what =
        outcome === 'bug' ? detail : wallMs > SLOW_MS ? `It took ${wallMs.toFixed(0)} ms` : undefined;
      if (what !== undefined) findings.push(await keep(job, what));
    }
    state.child?.kill('SIGKILL');
    rows.push([kind, `${files.length}`, ...Object.values(tally).map((value) => value.toFixed(0))]);
  }
  return {
    isSound: findings.length === 0,
    raw: { findings },
    tables: [
      {
        title: `Mutated files: ${count} of each kind, seeds from ${seed}`,
        columns: ['', 'fixtures', 'content', 'refused', 'BUGS', 'slowest ms'],
        rows,
        notes: findings.flatMap(({ kind, file, seed: found, what, saved }) => [
          `${kind} ${path.basename(file)} seed ${found}: ${what.split('\n').slice(0, 4).join(' | ')}`,
          `  kept as ${saved}`,
        ]),
      },
    ],
  };
}

async function fixtures(bench: DocumentsBench): Promise<Array<[FuzzJob['kind'], string[]]>> {
  const all: Array<[FuzzJob['kind'], string[]]> = [];
  for (const kind of bench.kinds) {
    const files =
      kind === 'pdf'
        ? (await printAll(generateDocuments(true), ['two', 'tagged', 'shuffled'], bench.signal)).map(
            ({ file }) => file,
          )
        : (await writeFiles(kind, true)).map(({ file }) => file);
    const small = files.filter((file) => statSync(file).size <= MAX_FIXTURE_BYTES);
    if (small.length > 0) all.push([kind, small]);
  }
  return all;
}

/** Ended, or as large as one that the service would replace as well. */
function isUsedUp(child: ChildProcess): boolean {
  const isLarge = residentBytes(child.pid ?? 0) > RETIRE_BYTES;
  if (isLarge) child.kill('SIGKILL');
  return isLarge || child.exitCode !== null || child.signalCode !== null || child.killed;
}

function start(): ChildProcess {
  return fork(SCRIPT, [], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=1024'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

async function ask(child: ChildProcess, job: FuzzJob): Promise<FuzzReply> {
  const { promise, resolve } = Promise.withResolvers<FuzzReply>();
  const bug = (detail: string) => (): void => resolve({ outcome: 'bug', detail });
  const onExit = bug('The process ended');
  const kill = (detail: string): void => {
    resolve({ outcome: 'bug', detail });
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => kill(`It took more than ${HANG_MS / 1_000} s`), HANG_MS);
  const watch = setInterval(() => {
    if (residentBytes(child.pid ?? 0) > MAX_BYTES) kill(`It took more than ${MAX_BYTES / 1e6} MB`);
  }, MEMORY_CHECK_MS);
  child.once('message', resolve).once('exit', onExit);
  child.send(job, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    child.off('message', resolve).off('exit', onExit);
  }
}

async function keep(job: FuzzJob, what: string): Promise<Finding> {
  const folder = path.join(FIXTURE_FOLDER, 'findings');
  await mkdir(folder, { recursive: true });
  const saved = path.join(folder, `${job.seed}-${path.basename(job.file)}`);
  await writeFile(saved, await mutateFile(readFileSync(job.file), job.seed));
  return { ...job, what, saved };
}
