import type { ArgumentTest, CallRule } from '../kernel/seccomp-filter.ts';
import type { SystemCall } from '../kernel/system-calls.ts';

/** Numbers of Linux's headers, named as there. */
const AF_UNIX = 1;
const CLONE_THREAD = 0x00010000;
/** Namespaces of every kind (CLONE_NEW*). */
const CLONE_NEW = 0x7e020080;
const F_DUPFD = 0;
const F_GETFD = 1;
const F_SETFD = 2;
const F_GETFL = 3;
const F_SETFL = 4;
const F_GETLK = 5;
const F_SETLK = 6;
const F_SETLKW = 7;
const F_OFD_GETLK = 36;
const F_OFD_SETLK = 37;
const F_OFD_SETLKW = 38;
const F_DUPFD_CLOEXEC = 1030;
const F_GETPIPE_SZ = 1032;
const FIOCLEX = 0x5451;
const FIONBIO = 0x5421;
const FIONCLEX = 0x5450;
const FIONREAD = 0x541b;
const MAP_SHARED = 0x01;
const MAP_ANONYMOUS = 0x20;
const MAP_HUGETLB = 0x40000;
/** Urgent data of a stream, which nobody uses and which has been a way into kernels. */
const MSG_OOB = 1;
const O_ACCMODE = 3;
const O_TRUNC = 0o1000;
/** A file without a name, which no look into the scratch folder would find. */
const O_TMPFILE = 0o20000000;
/** Opens a pipe of notices of the kernel (O_NOTIFICATION_PIPE). */
const O_EXCL = 0o200;
const PR_GET_NAME = 16;
const PR_SET_NAME = 15;
/** Gives memory a name for debuggers. */
const PR_SET_VMA = 0x53564d41;
const SOCK_STREAM = 1;
/** The type of a socket without its flags. */
const SOCK_TYPE = 0xf;
const SOL_SOCKET = 1;
const SO_TYPE = 3;
const SO_ERROR = 4;
const SO_SNDBUF = 7;
const SO_RCVBUF = 8;
const SO_RCVTIMEO = 20;
const SO_SNDTIMEO = 21;
const SO_ACCEPTCONN = 30;
const SO_PROTOCOL = 38;
const SO_DOMAIN = 39;
const TCGETS = 0x5401;
const TIOCGWINSZ = 0x5413;

/** `this process` in calls that name one. */
const SELF = 0;

export interface CageCallsOptions {
  /** The process's own id: the only one that it may signal. */
  ownId: number;
  /** Files can be cut by their name: not where Landlock does not look at that (before version 3). */
  canTruncate: boolean;
}

/**
 * The calls of a program of a stranger: computing, threads, files that other walls hold, and streams that it already has.
 * No socket but pairs of streams, no other process, nothing that changes an owner, a mode or a time of a file.
 */
export function cageCalls({ ownId, canTruncate }: CageCallsOptions): CallRule[] {
  return [
    ...FREQUENT,
    ...MEMORY,
    ...STREAMS,
    ...FILES,
    ...(canTruncate ? (['truncate'] as const) : []),
    ...THREADS,
    ...CLOCKS,
    ...OWN_FACTS,
    ...aboutItself(ownId),
  ];
}

function only(call: SystemCall, argument: number, isOneOf: readonly number[]): CallRule {
  return { call, when: [{ argument, isOneOf }] };
}

/** Without any of these bits. */
function lacks(argument: number, mask: number): ArgumentTest {
  return { argument, mask, isOneOf: [0] };
}

/** Calls that name a process: itself only, or they would tell which others there are. */
export function aboutItself(ownId: number): CallRule[] {
  const named = (call: SystemCall, argument = 0): CallRule => ({
    call,
    when: [{ argument, isOneOf: [SELF, ownId] }],
    // Threads of the C library ask by their own number, and do without an answer.
    isElseUnknown: true,
  });
  return [
    only('kill', 0, [ownId]),
    only('tgkill', 0, [ownId]),
    named('get_robust_list'),
    named('getpgid'),
    named('getpriority', 1),
    named('getsid'),
    named('sched_getaffinity'),
    // Its limits may be read, not changed: the new ones are absent.
    {
      call: 'prlimit64',
      when: [
        { argument: 0, isOneOf: [SELF, ownId] },
        { argument: 2, isOneOf: [0], isWide: true },
      ],
    },
  ];
}

/** Asked for most, so looked for first. */
const FREQUENT: readonly CallRule[] = ['futex', 'read', 'write', 'epoll_wait', 'epoll_pwait', 'madvise'];

const MEMORY: readonly CallRule[] = [
  'brk',
  'membarrier',
  'mincore',
  'mlock',
  // Shared memory without a file is in no limit of the process.
  {
    call: 'mmap',
    when: [
      {
        argument: 3,
        mask: MAP_SHARED | MAP_ANONYMOUS | MAP_HUGETLB,
        isOneOf: [0, MAP_SHARED, MAP_ANONYMOUS],
      },
    ],
  },
  'mprotect',
  'mremap',
  'msync',
  'munmap',
  'pkey_alloc',
  'pkey_free',
  'pkey_mprotect',
];

const STREAMS: readonly CallRule[] = [
  'close',
  'close_range',
  'dup',
  'dup2',
  'dup3',
  'epoll_create',
  'epoll_create1',
  'epoll_ctl',
  'eventfd',
  'eventfd2',
  only('fcntl', 1, [
    F_DUPFD,
    F_DUPFD_CLOEXEC,
    F_GETFD,
    F_SETFD,
    F_GETFL,
    F_SETFL,
    F_GETLK,
    F_SETLK,
    F_SETLKW,
    F_OFD_GETLK,
    F_OFD_SETLK,
    F_OFD_SETLKW,
    F_GETPIPE_SZ,
  ]),
  'getpeername',
  'getsockname',
  // Not the process at the other end (SO_PEERCRED, SO_PEERPIDFD).
  {
    call: 'getsockopt',
    when: [
      { argument: 1, isOneOf: [SOL_SOCKET] },
      {
        argument: 2,
        isOneOf: [SO_TYPE, SO_ERROR, SO_SNDBUF, SO_RCVBUF, SO_ACCEPTCONN, SO_PROTOCOL, SO_DOMAIN],
      },
    ],
  },
  only('ioctl', 1, [TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX]),
  'pipe',
  { call: 'pipe2', when: [lacks(1, O_EXCL)] },
  'poll',
  'ppoll',
  'pselect6',
  'readv',
  { call: 'recvfrom', when: [lacks(3, MSG_OOB)] },
  'select',
  // To the other end only. No sendmsg: descriptors that are under way are in no list of the process.
  { call: 'sendto', when: [lacks(3, MSG_OOB), { argument: 4, isOneOf: [0], isWide: true }] },
  // No filters (SO_ATTACH_FILTER), which are code in the kernel.
  {
    call: 'setsockopt',
    when: [
      { argument: 1, isOneOf: [SOL_SOCKET] },
      { argument: 2, isOneOf: [SO_SNDBUF, SO_RCVBUF, SO_RCVTIMEO, SO_SNDTIMEO] },
    ],
  },
  'shutdown',
  // Datagrams of such a pair can be sent to any socket that has a name.
  {
    call: 'socketpair',
    when: [
      { argument: 0, isOneOf: [AF_UNIX] },
      { argument: 1, mask: SOCK_TYPE, isOneOf: [SOCK_STREAM] },
    ],
  },
  'timerfd_create',
  'timerfd_gettime',
  'timerfd_settime',
  'writev',
];

/** Flags of `open`: a file is cut only by those who open it for writing, which Landlock has always looked at. */
function opening(argument: number): ArgumentTest[] {
  const [reading, writing, both] = [0, 1, 2];
  return [
    {
      argument,
      mask: O_ACCMODE | O_TRUNC,
      isOneOf: [reading, writing, both, writing | O_TRUNC, both | O_TRUNC],
    },
    lacks(argument, O_TMPFILE),
  ];
}

const FILES: readonly CallRule[] = [
  'access',
  'chdir',
  'copy_file_range',
  'creat',
  'execve',
  'faccessat',
  'faccessat2',
  'fadvise64',
  'fallocate',
  'fchdir',
  'fdatasync',
  'flock',
  'fstat',
  'fstatfs',
  'fsync',
  'ftruncate',
  'getcwd',
  'getdents64',
  'lseek',
  'lstat',
  'mkdir',
  'mkdirat',
  'newfstatat',
  { call: 'open', when: opening(1) },
  { call: 'openat', when: opening(2) },
  'pread64',
  'preadv',
  'pwrite64',
  'pwritev',
  'readlink',
  'readlinkat',
  'rename',
  'renameat',
  'renameat2',
  'rmdir',
  'stat',
  'statfs',
  'statx',
  'umask',
  'unlink',
  'unlinkat',
];

const THREADS: readonly CallRule[] = [
  'alarm',
  'arch_prctl',
  // Threads only: without processes of its own it leaves nothing behind.
  { call: 'clone', when: [{ argument: 0, mask: CLONE_THREAD | CLONE_NEW, isOneOf: [CLONE_THREAD] }] },
  'exit',
  'exit_group',
  'getitimer',
  'pause',
  only('prctl', 0, [PR_GET_NAME, PR_SET_NAME, PR_SET_VMA]),
  'restart_syscall',
  'rseq',
  'rt_sigaction',
  'rt_sigpending',
  'rt_sigprocmask',
  'rt_sigreturn',
  'rt_sigsuspend',
  'rt_sigtimedwait',
  // V8 asks for each of its threads, and complains in the program's output when it gets no answer.
  'sched_getparam',
  'sched_getscheduler',
  'sched_get_priority_max',
  'sched_get_priority_min',
  'sched_yield',
  'set_robust_list',
  'set_tid_address',
  'setitimer',
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
  'getcpu',
  'getegid',
  'geteuid',
  'getgid',
  'getgroups',
  'getpgrp',
  'getpid',
  'getppid',
  'getrandom',
  'getresgid',
  'getresuid',
  'getrusage',
  'gettid',
  'getuid',
  'sysinfo',
  'uname',
];
