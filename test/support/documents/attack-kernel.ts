import { KernelError, openKernel, type KernelArgument } from '../../../src/confine/kernel/kernel.ts';
import type { SystemCall } from '../../../src/confine/kernel/system-calls.ts';
import type { Attempts } from './attack-node.ts';

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

const PROT_READ = 1;
const MAP_PRIVATE_ANONYMOUS = 0x22;
/** Memory that one page of tables is about. */
const TABLE_BYTES = 2 ** 21;
const TABLES = 32_000;
/** The most pieces of one write. */
const PIECES = 1_000;
const PIECE_BYTES = 16;
const STANDARD_ERROR = 2;

/** Memory that is only read is no memory of the process, but the kernel keeps tables of it: here 125 MB. */
export async function fillTables(): Promise<void> {
  const kernel = await openKernel();
  if (kernel === undefined) throw new Error('This test needs koffi on Linux');
  const start = kernel.call('mmap', 0, TABLES * TABLE_BYTES, PROT_READ, MAP_PRIVATE_ANONYMOUS, -1, 0);
  const pieces = Buffer.alloc(PIECES * PIECE_BYTES);
  const readPieces = kernel.prepare('writev', STANDARD_ERROR, pieces, PIECES);
  for (let done = 0; done < TABLES; done += PIECES) {
    for (let index = 0; index < PIECES; index++) {
      pieces.writeBigUInt64LE(BigInt(start + (done + index) * TABLE_BYTES), index * PIECE_BYTES);
      pieces.writeBigUInt64LE(1n, index * PIECE_BYTES + 8);
    }
    readPieces();
  }
}

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
    ['limits of another', 'prlimit64', ppid, RLIMIT_NOFILE, null, room],
    ['cores of another', 'sched_getaffinity', ppid, 128, room],
    ['priority of another', 'getpriority', 0, ppid],
    ['group of another', 'getpgid', ppid],
    ['locks of another', 'get_robust_list', ppid, room, room],
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
