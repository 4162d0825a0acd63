import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type NetConnectOpts } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Runs in a process that is held, and tries to get at the machine: what came of each attempt, `done` or an error's code. */
export type Attempts = Record<string, string>;

/** By Node's own means, with no module but Node's; `canary` is a Unix socket that anybody may connect to, and its name ends with a TCP port as well. */
export async function attackNode(canary: string): Promise<Attempts> {
  const port = Number(canary.split('-').at(-1));
  return {
    uid: String(process.getuid!()),
    environment: Object.keys(process.env).join(),
    readPasswd: attempt(() => readFileSync('/etc/passwd')),
    readEnviron: attempt(() => readFileSync('/proc/1/environ')),
    readFolder: attempt(() => readdirSync('/')),
    write: attempt(() => writeFileSync('/tmp/odd-reader', 'x')),
    changeCompiledCode: changeCompiledCode(),
    execute: attempt(() => execFileSync('true')),
    worker: await thread({}),
    freeWorker: await thread({ execArgv: [] }),
    tcp: await reach({ port, host: '127.0.0.1' }),
    unixSocket: await reach({ path: canary }),
    udp: await send(port),
    signal: attempt(() => process.kill(process.ppid, 0)),
    signalGroup: attempt(() => process.kill(-1, 0)),
  };
}

/** In the one folder that Node's permissions leave it, if there is one. */
function changeCompiledCode(): string {
  const [, folder] = process.execArgv.find((arg) => arg.startsWith('--allow-fs-write='))?.split('=') ?? [];
  return folder === undefined ? 'no folder' : attempt(() => writeFileSync(path.join(folder, 'x'), 'x'));
}

function attempt(action: () => unknown): string {
  try {
    action();
    return 'done';
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

async function thread(options: { execArgv?: string[] }): Promise<string> {
  try {
    const code = `require('node:fs').readFileSync('/etc/passwd')`;
    const worker = new Worker(code, { eval: true, ...options });
    return await new Promise((resolve) => {
      worker.on('error', (error) => resolve(codeOf(error)));
      worker.on('exit', () => resolve('done'));
    });
  } catch (error) {
    return codeOf(error);
  }
}

function reach(to: NetConnectOpts): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = connect(to);
      socket.on('error', (error) => resolve(codeOf(error)));
      socket.on('connect', () => {
        socket.destroy();
        resolve('done');
      });
    } catch (error) {
      resolve(codeOf(error));
    }
  });
}

function send(port: number): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = createSocket('udp4');
      socket.on('error', (error) => resolve(codeOf(error)));
      socket.send('x', port, '127.0.0.1', (error) => {
        socket.close();
        resolve(error ? codeOf(error) : 'done');
      });
    } catch (error) {
      resolve(codeOf(error));
    }
  });
}
