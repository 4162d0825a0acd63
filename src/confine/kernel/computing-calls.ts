import type { CallRule } from './seccomp-filter.ts';

/** Numbers of Linux's headers, named as there. */
const CLONE_THREAD = 0x00010000;
/** Namespaces of every kind (CLONE_NEW*). */
const CLONE_NEW = 0x7e020080;
const PR_GET_NAME = 16;
const PR_SET_NAME = 15;
/** Gives memory a name for debuggers. */
const PR_SET_VMA = 0x53564d41;
const F_DUPFD = 0;
const F_GETFD = 1;
const F_SETFD = 2;
const F_GETFL = 3;
const F_SETFL = 4;
const F_DUPFD_CLOEXEC = 1030;
const TCGETS = 0x5401;
const TIOCGWINSZ = 0x5413;
const FIONREAD = 0x541b;
const FIONBIO = 0x5421;
const FIONCLEX = 0x5450;
const FIOCLEX = 0x5451;

/**
 * The calls of a process that computes and speaks over pipes that it already has: memory, threads, time, its own
 * signals. It cannot open, look at or name a file, make a socket, start a program, or touch another process. `ownId` is
 * its process id: the only one that it may signal.
 */
export function computingCalls(ownId: number): CallRule[] {
  return [
    ...PIPES,
    ...MEMORY,
    ...THREADS,
    ...CLOCKS,
    ...OWN_FACTS,
    { call: 'kill', when: [{ argument: 0, isOneOf: [ownId] }] },
    { call: 'tgkill', when: [{ argument: 0, isOneOf: [ownId] }] },
  ];
}

const PIPES: readonly CallRule[] = [
  'read',
  'readv',
  'pread64',
  'write',
  'writev',
  'lseek',
  'close',
  'shutdown',
  'epoll_ctl',
  'epoll_pwait',
  'epoll_wait',
  'poll',
  'ppoll',
  {
    call: 'fcntl',
    when: [{ argument: 1, isOneOf: [F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC] }],
  },
  {
    call: 'ioctl',
    when: [{ argument: 1, isOneOf: [TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX] }],
  },
];

const MEMORY: readonly CallRule[] = [
  'brk',
  'madvise',
  'membarrier',
  'mincore',
  'mmap',
  'mprotect',
  'mremap',
  'munmap',
  'pkey_alloc',
  'pkey_free',
  'pkey_mprotect',
];

const THREADS: readonly CallRule[] = [
  // Threads only: a process of its own would outlive the one that is killed.
  { call: 'clone', when: [{ argument: 0, mask: CLONE_THREAD | CLONE_NEW, isOneOf: [CLONE_THREAD] }] },
  'exit',
  'exit_group',
  'futex',
  'get_robust_list',
  { call: 'prctl', when: [{ argument: 0, isOneOf: [PR_GET_NAME, PR_SET_NAME, PR_SET_VMA] }] },
  'restart_syscall',
  'rseq',
  'rt_sigaction',
  'rt_sigpending',
  'rt_sigprocmask',
  'rt_sigreturn',
  'rt_sigsuspend',
  'rt_sigtimedwait',
  'sched_get_priority_max',
  'sched_get_priority_min',
  'sched_getaffinity',
  'sched_getparam',
  'sched_getscheduler',
  'sched_yield',
  'set_robust_list',
  'set_tid_address',
  'sigaltstack',
];

const CLOCKS: readonly CallRule[] = [
  'clock_getres',
  'clock_gettime',
  'clock_nanosleep',
  'gettimeofday',
  'nanosleep',
  'time',
  'times',
];

const OWN_FACTS: readonly CallRule[] = [
  'capget',
  'getcpu',
  'getegid',
  'geteuid',
  'getgid',
  'getgroups',
  'getpgid',
  'getpgrp',
  'getpid',
  'getppid',
  'getpriority',
  'getrandom',
  'getresgid',
  'getresuid',
  'getrusage',
  'gettid',
  'getuid',
  // Its limits may be read, not changed: the new ones are absent.
  { call: 'prlimit64', when: [{ argument: 2, isOneOf: [0], isWide: true }] },
  'sysinfo',
  'uname',
];
