import { computingCalls } from '../kernel/computing-calls.ts';
import type { CallRule } from '../kernel/seccomp-filter.ts';

/** Numbers of Linux's headers, named as there. */
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const SOCK_STREAM = 1;
/** The type of a socket without its flags. */
const SOCK_TYPE = 0xf;
/** `kill` takes this number for the group that the caller is in. */
const OWN_GROUP = 0;
/** Namespaces of every kind (CLONE_NEW*). */
const CLONE_NEW = 0x7e020080;

/**
 * The calls of a program that turns files into files: computing, and files, which Landlock and file rights hold. No
 * sockets but pairs of its own, no other processes.
 */
export function convertingCalls(ownId: number): CallRule[] {
  return [...computingCalls(ownId), ...FILES, ...PLUMBING, 'execve'];
}

/**
 * The same for a program that downloads and starts others: with TCP, whose ports Landlock holds, and with children. It may
 * signal its own group.
 */
export function downloadingCalls(): CallRule[] {
  return [...TCP, ...PROCESSES, ...convertingCalls(OWN_GROUP)];
}

const FILES: readonly CallRule[] = [
  'access',
  'chdir',
  'copy_file_range',
  'faccessat',
  'faccessat2',
  'fadvise64',
  'fallocate',
  'fdatasync',
  'flock',
  'fstat',
  'fstatfs',
  'fsync',
  'ftruncate',
  'getcwd',
  'getdents64',
  'lstat',
  'mkdir',
  'mkdirat',
  'newfstatat',
  'open',
  'openat',
  'pwrite64',
  'readlink',
  'readlinkat',
  'rename',
  'renameat',
  'renameat2',
  'rmdir',
  'sendfile',
  'stat',
  'statfs',
  'statx',
  'umask',
  'unlink',
  'unlinkat',
];

const PLUMBING: readonly CallRule[] = [
  'arch_prctl',
  'close_range',
  'dup',
  'dup2',
  'dup3',
  'epoll_create1',
  'eventfd2',
  'pipe',
  'pipe2',
  'pselect6',
  'select',
  // Datagrams of such a pair can be sent to any socket that has a name.
  {
    call: 'socketpair',
    when: [
      { argument: 0, isOneOf: [AF_UNIX] },
      { argument: 1, mask: SOCK_TYPE, isOneOf: [SOCK_STREAM] },
    ],
  },
  'timerfd_create',
  'timerfd_settime',
];

const TCP: readonly CallRule[] = [
  {
    call: 'socket',
    when: [
      { argument: 0, isOneOf: [AF_INET, AF_INET6] },
      { argument: 1, mask: SOCK_TYPE, isOneOf: [SOCK_STREAM] },
    ],
  },
  'bind',
  'connect',
  'getpeername',
  'getsockname',
  'getsockopt',
  'recvfrom',
  'recvmsg',
  'sendmsg',
  'sendto',
  'setsockopt',
];

/** No session or group of its own: whoever kills the group reaches all of it. */
const PROCESSES: readonly CallRule[] = [
  { call: 'clone', when: [{ argument: 0, mask: CLONE_NEW, isOneOf: [0] }] },
  'fork',
  'vfork',
  'wait4',
  'waitid',
];
