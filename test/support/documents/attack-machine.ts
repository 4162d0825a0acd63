import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type NetConnectOpts } from 'node:net';
import { Worker } from 'node:worker_threads';
import { KernelError, openKernel, type KernelArgument } from '../../../src/confine/kernel.ts';
import type { SystemCall } from '../../../src/confine/system-calls.ts';

/** Runs in a process that is held, and tries to get at the machine: what came of each attempt, `done` or an error's code. */
export type Attempts = Record<string, string>;

/** By Node's own means; `canary` is a Unix socket that anybody may connect to, and its name ends with a TCP port as well. */
export async function attackNode(canary: string): Promise<Attempts> {
  const port = Number(canary.split('-').at(-1));
  return {
    uid: String(process.getuid!()),
    environment: Object.keys(process.env).join(),
    readPasswd: attempt(() => readFileSync('/etc/passwd')),
    readEnviron: attempt(() => readFileSync('/proc/1/environ')),
    readFolder: attempt(() => readdirSync('/')),
    write: attempt(() => writeFileSync('/tmp/odd-reader', 'x')),
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
      socket.on('connect', () => resolve('done'));
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
      socket.send('x', port, '127.0.0.1', (error) => resolve(error ? codeOf(error) : 'done'));
    } catch (error) {
      resolve(codeOf(error));
    }
  });
}

const AF_UNIX = 1;
const AF_INET = 2;
const AF_NETLINK = 16;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
const AT_FDCWD = -100;
const SIGCHLD = 17;
const PTRACE_SEIZE = 0x4206;
const PR_SET_DUMPABLE = 4;
const RLIMIT_NOFILE = 7;

/** By calls of the kernel itself, as machine code could make them. */
export async function attackKernel(): Promise<Attempts> {
  const kernel = await openKernel();
  if (kernel === undefined) throw new Error('This test needs koffi on Linux');
  const attempts: Attempts = {};
  const text = (value: string): Buffer => Buffer.from(`${value}\0`);
  const room = Buffer.alloc(4_096);
  const { ppid } = process;
  const calls: ReadonlyArray<readonly [name: string, call: SystemCall, ...args: KernelArgument[]]> = [
    ['open a file', 'openat', AT_FDCWD, text('/etc/passwd'), 0],
    ['open its own code', 'openat', AT_FDCWD, text(process.argv[1]!), 0],
    ['look at a file', 'newfstatat', AT_FDCWD, text('/etc/passwd'), room, 0],
    ['look at a file anew', 'statx', AT_FDCWD, text('/etc/passwd'), 0, 0xfff, room],
    ['ask for a file', 'faccessat', AT_FDCWD, text('/etc/passwd'), 0],
    ['remove a file', 'unlinkat', AT_FDCWD, text('/tmp/odd-reader'), 0],
    ['make a file in memory', 'memfd_create', text('x'), 0],
    ['Unix socket', 'socket', AF_UNIX, SOCK_STREAM, 0],
    ['TCP socket', 'socket', AF_INET, SOCK_STREAM, 0],
    ['UDP socket', 'socket', AF_INET, SOCK_DGRAM, 0],
    ['netlink socket', 'socket', AF_NETLINK, SOCK_DGRAM, 0],
    ['pair of datagrams', 'socketpair', AF_UNIX, SOCK_DGRAM, 0, room],
    ['connect a pipe', 'connect', 3, room, 16],
    ['send with an address', 'sendto', 3, room, 1, 0, room, 16],
    ['send with rights', 'sendmsg', 3, room, 0],
    ['program', 'execve', text('/bin/true'), room, room],
    ['process', 'clone', SIGCHLD, 0, 0, 0, 0],
    ['signal', 'kill', ppid, 0],
    ['signal to a thread', 'tgkill', ppid, ppid, 0],
    ['trace', 'ptrace', PTRACE_SEIZE, ppid, 0, 0],
    ['foreign memory', 'process_vm_readv', ppid, room, 1, room, 1, 0],
    ['other way to call', 'io_uring_setup', 1, room],
    ['be dumped', 'prctl', PR_SET_DUMPABLE, 1],
    ['raise a limit', 'prlimit64', 0, RLIMIT_NOFILE, room, null],
    ['drop the filter', 'seccomp', 1, 0, room],
  ];
  for (const [name, call, ...args] of calls) {
    try {
      kernel.call(call, ...args);
      attempts[name] = 'done';
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      attempts[name] = String(error.errno);
    }
  }
  return attempts;
}
