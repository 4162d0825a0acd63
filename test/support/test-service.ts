import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFirstKey } from '../../src/accounts/first-key.ts';
import { browserElsewhere } from './browser-elsewhere.ts';
import { commandEnvironment } from './command-environment.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** On a machine that is busy; two seconds on one that is not. */
const START_TIMEOUT_MS = 110_000;

/** A running service as its callers know it. */
export interface CalledService {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** The key that the first start made, or that of a team. */
  key: string;
  dataDir: string;
  pid: number;
  /** Everything it wrote to standard error so far. */
  logs(): string;
  /** A call with the key; a body makes it a POST. */
  call(
    path: string,
    body?: unknown,
    init?: CallInit,
  ): Promise<{ status: number; body: any; headers: Headers }>;
}

export interface TestService extends CalledService, AsyncDisposable {
  process: ChildProcess;
  /** ms from the spawn to the printed greeting. */
  startedInMs: number;
  /** Everything it wrote to standard output so far. */
  printed(): string;
  /** Sends a signal and waits for the end; returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** What a test changes about a call. */
export interface CallInit {
  method?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface TestServiceOptions {
  environment?: Record<string, string>;
  /** Kept on disposal when given. */
  dataDir?: string;
}

/** The real service as a process of its own, on a free port, with a data folder that goes when it ends. */
export async function startTestService({
  environment = {},
  dataDir: given,
}: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = given ?? (await mkdtemp(path.join(tmpdir(), 'decant-e2e-')));
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', MAIN, 'serve'],
    {
      env: {
        ...commandEnvironment(),
        PORT: '0',
        DECANT_DATA_DIR: dataDir,
        DECANT_LOG_LEVEL: 'debug',
        ...('DECANT_BROWSER_PATH' in environment ? {} : browserElsewhere()),
        ...environment,
      },
      cwd: tmpdir(),
      // The channel closes when the tests are killed, and the service follows.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  if (!child.stdout || !child.stderr) throw new Error('no pipes');
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (output.err += text));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = await greetingOf(child, output).catch((error: unknown) => {
    // Nobody else knows of it.
    child.kill('SIGKILL');
    throw error;
  });
  const key = environment['DECANT_API_KEY'] ?? (await readFirstKey(dataDir)) ?? '';
  return {
    url,
    key,
    dataDir,
    pid: child.pid ?? 0,
    process: child,
    startedInMs: performance.now() - startedAt,
    printed: () => output.out,
    logs: () => output.err,
    call: createCall(url, key),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      if (given === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Calls of a service with a key. */
export function createCall(url: string, key: string): CalledService['call'] {
  return async (route, body, init = {}) => {
    const response = await fetch(`${url}${route}`, {
      ...(body !== undefined && {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      ...init,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: isJson(response) ? JSON.parse(text) : text,
    };
  };
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') ?? false;
}

/** Waits for the lines that a start prints; rejects with what it said when it ends instead. */
async function greetingOf(child: ChildProcess, output: { out: string; err: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`${reason}\n${output.out}${output.err}`));
    const timer = setTimeout(() => fail('the service did not start in time'), START_TIMEOUT_MS);
    const look = (): void => {
      const address = /Address +(http:\S+)[\s\S]*Try it:\s+curl/.exec(output.out)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', look);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`the service ended with ${signal ?? code} before it was ready`);
    });
  });
}
