import { execFileSync, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import fs from 'node:fs';
import inspector from 'node:inspector';
import net from 'node:net';
import os from 'node:os';
import { Worker } from 'node:worker_threads';

/** Attempts of a caged program to get at the machine, by Node's own means: its text is the script of that program. */
interface Given {
  readable: string;
  private: string;
  foreign: string;
  link: string;
  code: string;
  victim: number;
  port: number;
  udpPort: number;
  socket: string;
  abstract: string;
}

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };

const given = JSON.parse(process.argv[1]!) as Given;
const scratch = process.env['HOME']!;
const outcomes: Record<string, string> = {};
const { port, victim } = given;

/** An event that never comes is none that was refused. */
const MOST_MS = 20_000;
/** A file that nobody changes is watched so long. */
const WATCH_MS = 1_000;

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function atMost(ms: number, action: unknown): Promise<unknown> {
  return Promise.race([action, new Promise((resolve) => setTimeout(resolve, ms))]);
}

async function attempt(name: string, action: () => unknown): Promise<void> {
  try {
    await atMost(MOST_MS, action());
    outcomes[name] = 'done';
  } catch (error) {
    outcomes[name] = codeOf(error);
  }
}

function untilEvent(
  emitter: NodeJS.EventEmitter & { close?: () => void; destroy?: () => void },
  event: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    emitter.once('error', reject);
    emitter.once(event, () => {
      emitter.destroy?.();
      resolve();
    });
  });
}

function inThread(code: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, env: {}, execArgv: [] });
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}

const attempts: Record<string, () => unknown> = {
  'read passwd': () => fs.readFileSync('/etc/passwd'),
  'read a file for all': () => fs.readFileSync(given.readable),
  'read a file later': () => fs.promises.readFile(given.readable),
  'read a private file': () => fs.readFileSync(given.private),
  'read by a link': () => fs.readFileSync(given.link),
  'read code of the service': () => fs.readFileSync(given.code),
  'read the environment of another': () => fs.readFileSync(`/proc/${victim}/environ`),
  'read its own environment': () => fs.readFileSync('/proc/self/environ'),
  'list the root': () => fs.readdirSync('/'),
  'list the folder of others': () => fs.readdirSync(given.readable.replace(/[^/]*$/, '')),
  'list processes': () => fs.readdirSync('/proc'),
  'stream a file': () => untilEvent(fs.createReadStream(given.readable), 'data'),
  'read in a thread': () => inThread(`require('node:fs').readFileSync('/etc/passwd')`),
  'connect in a thread': () =>
    inThread(`require('node:net').connect(${port}, '127.0.0.1').on('connect', () => process.exit())`),
  'write a file for all': () => fs.appendFileSync(given.foreign, 'x'),
  'remove a file for all': () => fs.unlinkSync(given.foreign),
  'cut a file for all': () => fs.truncateSync(given.foreign),
  'write beside its folder': () => fs.writeFileSync(`${scratch}-beside`, 'x'),
  'write its interpreter': () => fs.appendFileSync(process.execPath, 'x'),
  'copy a file to itself': () => fs.copyFileSync(given.readable, `${scratch}/copied`),
  'copy a file away': () => fs.copyFileSync(process.execPath, given.foreign),
  'copy a tree': () => fs.promises.cp('/etc', `${scratch}/etc`, { recursive: true }),
  'link to a file': () => fs.linkSync(given.readable, `${scratch}/linked`),
  'symbolic link': () => fs.symlinkSync(given.readable, `${scratch}/soft`),
  'change a mode': () => fs.chmodSync(given.foreign, 0o600),
  'change an owner': () => fs.chownSync(given.foreign, process.getuid!(), process.getgid!()),
  'change times': () => fs.utimesSync(given.foreign, 0, 0),
  'watch a file': () => atMost(WATCH_MS, untilEvent(fs.watch(given.readable), 'change')),
  'folder elsewhere': () => fs.mkdtempSync(given.readable),
  'run a program': () => execFileSync('/bin/true'),
  'run itself': () => {
    const { error } = spawnSync(process.execPath, ['--version']);
    if (error) throw error;
  },
  TCP: () => untilEvent(net.connect(port, '127.0.0.1'), 'connect'),
  'TCP by a name': () => untilEvent(net.connect(port, 'localhost'), 'connect'),
  'TCP of the newer protocol': () => untilEvent(net.connect(port, '::1'), 'connect'),
  request: () => fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5_000) }),
  'socket with a path': () => untilEvent(net.connect(given.socket), 'connect'),
  'socket without a path': () => untilEvent(net.connect(`\0${given.abstract}`), 'connect'),
  'listen on a port': () => untilEvent(net.createServer().listen(0), 'listening'),
  'listen on a path': () => untilEvent(net.createServer().listen(`${scratch}/listens`), 'listening'),
  UDP: () =>
    new Promise<void>((resolve, reject) => {
      const socket = createSocket('udp4').on('error', reject);
      socket.send('x', given.udpPort, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
    }),
  debugger: () => {
    inspector.open(0);
    if (inspector.url() === undefined) throw Object.assign(new Error('not open'), { code: 'EPERM' });
  },
  interfaces: () => os.networkInterfaces(),
  'ask for another': () => process.kill(victim, 0),
  'ask for all': () => process.kill(-1, 0),
  'ask for its group': () => process.kill(0, 0),
  'ask for its parent': () => process.kill(process.ppid === 0 ? 2 : process.ppid, 0),
  'priority of another': () => os.setPriority(victim, 19),
  'its own priority': () => os.setPriority(0, -20),
  'be root': () => process.setuid!(0),
  'group of root': () => process.setgid!(0),
  groups: () => process.setgroups!([0]),
  'library of others': () => process.dlopen({ exports: {} }, given.code),
};
const permitted: Record<string, () => unknown> = {
  'may compute in threads': () => inThread('1'),
  'may keep files': () => fs.writeFileSync(`${scratch}/kept`, 'x'),
  'may read its files later': () => fs.promises.readFile(`${scratch}/kept`),
  'may remove its files': () => fs.promises.rm(`${scratch}/kept`),
  'may compile': () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
  'may have chance': () => crypto.getRandomValues(new Uint8Array(8)),
  'may wait': () => new Promise((resolve) => setTimeout(resolve, 1)),
  'may share memory': () => new SharedArrayBuffer(1_000),
  'may use the link': () =>
    new Promise((resolve) => new net.Socket({ fd: 3 }).end('hello', () => resolve(undefined))),
};

process.on('uncaughtException', () => undefined);
for (const [name, action] of Object.entries({ ...attempts, ...permitted })) await attempt(name, action);
outcomes['environment'] = Object.keys(process.env).toSorted().join();
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));
