import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

import type { Check } from './checks.ts';

const TIMEOUT_MS = 180_000;

export interface CheckResult {
  readonly name: string;
  readonly isGreen: boolean;
  readonly seenCount: number;
  readonly durationMs: number;
  /** What to show when it is not green. */
  readonly findings: string;
}

/** Runs one check; green means that it ended with 0 and saw something. */
export async function runCheck({ name, command, read }: Check): Promise<CheckResult> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...end) => resolve(end));
  });

  const { seenCount, findings } = read(stripVTControlCharacters(Buffer.concat(chunks).toString()));
  const notes = [
    ...(signal === null ? [] : [`It was ended by ${signal}; the time limit is ${TIMEOUT_MS / 1000} s.`]),
    ...(seenCount === 0 ? ['It saw no file, so it checked nothing.'] : []),
  ];
  return {
    name,
    isGreen: code === 0 && seenCount > 0,
    seenCount,
    durationMs: performance.now() - startedAt,
    findings: [findings.trim(), ...notes].join('\n'),
  };
}
