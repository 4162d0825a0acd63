import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const REPOSITORY = path.join(import.meta.dirname, '../..');
const DEADLINE_MS = 60_000;

/** Makes this Node call itself 20, as far as the launcher can see. */
const AS_NODE_20 = [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.0'}})`,
];

/** What the launcher starts: does what its first argument says. */
const ENTRY = `
const [command, value]: string[] = process.argv.slice(2);
const report = { args: process.argv.slice(2), execPath: process.execPath, isConnected: process.connected === true };
if (command === 'report') console.log(JSON.stringify(report));
if (command === 'exit') process.exitCode = Number(value);
if (command === 'die') process.kill(process.pid, value);
if (command === 'wait') {
  const stay = setInterval(() => {}, 1000);
  process.once('disconnect', () => { console.log('disconnected'); clearInterval(stay); });
  process.channel?.unref();
  process.on('SIGTERM', () => { console.log('SIGTERM'); process.exitCode = 7; setImmediate(() => clearInterval(stay)); });
  console.log('ready', process.pid);
}
`;

/** Stands in for npm: notes the call, waits while a file `hold` is there, installs what the lock file names. */
const FAKE_NPM = `#!${process.execPath}
const fs = require('node:fs');
fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
const finish = () => {
  if (fs.existsSync('hold')) return setTimeout(finish, 10);
  if (fs.existsSync('npm-fails')) { console.error('npm error: the registry is closed'); process.exit(13); }
  const lock = fs.readFileSync('package-lock.json', 'utf8');
  for (const name of Object.keys(JSON.parse(lock).packages).filter(Boolean)) {
    fs.mkdirSync(name, { recursive: true });
    fs.writeFileSync(name + '/package.json', '{}');
  }
  fs.writeFileSync('node_modules/.package-lock.json', lock);
};
finish();
`;

interface LockedPackage {
  readonly version: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
}

export interface LaunchOptions {
  readonly args?: readonly string[];
  /** Runs `scripts/run.mjs src/main.ts`, which also wants the development dependencies. */
  readonly isScript?: boolean;
  readonly isNode20?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Launch {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  stdout(): string;
  stderr(): string;
  /** Resolves when the output holds the text. */
  printed(text: string): Promise<void>;
  readonly end: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface FakeProject extends Disposable {
  readonly root: string;
  /** Arguments of each npm that ran. */
  npmCalls(): string[];
  write(file: string, text: string): void;
  remove(file: string): void;
  /** Replaces the lock file; paths as npm writes them: `node_modules/x`. */
  lock(packages: Readonly<Record<string, LockedPackage>>): void;
  /** Puts this very Node where the platform's package brings one. */
  bundleNode(packageName: string): void;
  launch(options?: LaunchOptions): Launch;
}

/** The launcher in a small project of its own, with an npm that reaches no network. */
export function createFakeProject(below = ''): FakeProject {
  const folder = mkdtempSync(path.join(tmpdir(), 'decant-launcher-'));
  const root = path.join(folder, below);
  const at = (file: string): string => path.join(root, file);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text, { mode: 0o755 });
  };
  const lock: FakeProject['lock'] = (packages) => {
    const dependencies = Object.entries(packages).map(([name, { version }]) => [
      name.replace('node_modules/', ''),
      version,
    ]);
    const project = {
      name: 'fake',
      version: '1.0.0',
      dependencies: Object.fromEntries(dependencies) as unknown,
    };
    const entries = { '': project, ...packages };
    write('package-lock.json', JSON.stringify({ name: 'fake', lockfileVersion: 3, packages: entries }));
  };

  cpSync(path.join(REPOSITORY, 'bin'), at('bin'), { recursive: true });
  cpSync(path.join(REPOSITORY, 'scripts/run.mjs'), at('scripts/run.mjs'));
  write('package.json', JSON.stringify({ name: 'fake', version: '1.0.0', type: 'module' }));
  write('src/main.ts', ENTRY);
  write('fake-bin/npm', FAKE_NPM);
  write('fake-bin/package.json', '{}');
  lock({ 'node_modules/needed': { version: '1.0.0' } });

  return {
    root,
    lock,
    write,
    npmCalls: () =>
      existsSync(at('npm-calls')) ? readFileSync(at('npm-calls'), 'utf8').trim().split('\n') : [],
    remove: (file) => rmSync(at(file), { recursive: true }),
    bundleNode(packageName) {
      write(`node_modules/${packageName}/package.json`, JSON.stringify({ bin: { node: 'bin/node' } }));
      mkdirSync(at(`node_modules/${packageName}/bin`));
      symlinkSync(process.execPath, at(`node_modules/${packageName}/bin/node`));
    },
    launch: (options) => launch(root, options),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function launch(
  root: string,
  { args = ['report'], isScript, isNode20, environment }: LaunchOptions = {},
): Launch {
  const entry = isScript === true ? ['scripts/run.mjs', 'src/main.ts'] : ['bin/decant.mjs'];
  const child = spawn(process.execPath, [...(isNode20 === true ? AS_NODE_20 : []), ...entry, ...args], {
    cwd: root,
    env: { PATH: `${path.join(root, 'fake-bin')}:${process.env['PATH']}`, HOME: root, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const end = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  return {
    process: child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    end,
    async printed(text) {
      await until(() => `${output.stdout}${output.stderr}`.includes(text), `the output to hold "${text}"`);
    },
  };
}

/** Waits for a condition; throws when it does not come. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const giveUpAt = performance.now() + DEADLINE_MS;
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error(`waited in vain for ${what}`);
    await sleep(10);
  }
}
