/**
 * One way to drive the browser as a process of its own, whose tree is measured: says over the channel that it is ready,
 * does the jobs that it is told, and ends with whoever started it.
 * usage: contender-process.ts NAME OPTIONS, the latter as JSON
 */
import { runLoad } from '../load.ts';
import type { AwaitJob, AwaitResult, Job, ProgramName, VisitsJob, VisitsResult } from './job.ts';
import { checkHeavyApp } from './pages/heavy-app.ts';
import { checkSimpleApp } from './pages/simple-app.ts';
import type { OpenProgram, Program, ProgramOptions } from './programs/program.ts';

/** A process loads only what it runs: what is loaded counts. */
const programs: Record<ProgramName, () => Promise<OpenProgram>> = {
  'bare-cdp': async () => (await import('./programs/bare-cdp.ts')).bareCdp,
  'bare-cdp-with-spare': async () => (await import('./programs/bare-cdp.ts')).bareCdpWithSpare,
  'bare-cdp-guarded': async () => (await import('./programs/bare-cdp-guarded.ts')).bareCdpGuarded,
  decant: async () => (await import('./programs/decant.ts')).decant,
  playwright: async () => (await import('./programs/playwright.ts')).playwright,
  puppeteer: async () => (await import('./programs/puppeteer.ts')).puppeteer,
};
const checks = { simple: checkSimpleApp, heavy: checkHeavyApp };

const ending = new AbortController();
const { signal } = ending;

async function visitAll(program: Program, job: VisitsJob): Promise<VisitsResult> {
  const { app, folder, first, count, concurrency, options } = job;
  const state = { next: first, characters: 0 };
  const shownMs: number[] = [];
  const load = await runLoad({ count, concurrency, signal }, async () => {
    const number = state.next++;
    const visit = await program.visit(`${folder}${number}`, { ...options, signal });
    checks[app](visit.html, number);
    shownMs.push(visit.shownMs);
    state.characters += visit.html.length;
  });
  return { ...load, shownMs, characters: state.characters };
}

async function awaitAll(program: Program, { urls, concurrency, options }: AwaitJob): Promise<AwaitResult> {
  const results: AwaitResult = [];
  const state = { next: 0 };
  await runLoad({ count: urls.length, concurrency, signal }, async () => {
    const index = state.next++;
    try {
      const awaited = await program.awaitContent?.(urls[index] ?? '', { ...options, signal });
      if (!awaited) throw new Error('This program does not wait');
      results[index] = awaited;
    } catch (error) {
      results[index] = { error: (error as Error).message };
    }
  });
  return results;
}

async function main(name: ProgramName, options: ProgramOptions): Promise<void> {
  const open = await programs[name]();
  const program = await open(options);
  process.on('message', (job: Job) => {
    const done = job.kind === 'visits' ? visitAll(program, job) : awaitAll(program, job);
    done.then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String((error as Error).stack ?? error) }),
    );
  });
  process.on('disconnect', () => {
    ending.abort(new Error('The measurement has ended'));
    void end(program);
  });
  process.on('SIGINT', () => undefined);
  process.send?.({ isReady: true });
}

async function end(program: Program): Promise<never> {
  await program[Symbol.asyncDispose]().then(undefined, () => undefined);
  process.exit(0);
}

const [name, options] = process.argv.slice(2);
await main(name as ProgramName, JSON.parse(options ?? '') as ProgramOptions);
