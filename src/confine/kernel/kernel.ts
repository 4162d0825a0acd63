import { callNumber, type Processor, type SystemCall } from './system-calls.ts';

/** Calls of Linux that Node has no function for. Each throws a `KernelError` when the kernel refuses. */
export interface Kernel {
  processor: Processor;
  /** One call as it is, with what it answers; for its last arguments 0. */
  call(call: SystemCall, ...args: readonly KernelArgument[]): number;
  /** The same, made ready for a process that has hardly any memory left to take. */
  prepare(call: SystemCall, ...args: readonly KernelArgument[]): () => number;
  /** Holds all threads of this process, and all that it ever starts, to a filter of `createSeccompFilter`. */
  installFilter(filter: Buffer): void;
  /** The same, made ready; no-new-privileges must have been set by then. */
  prepareFilter(filter: Buffer): () => number;
}

/** A number, memory, or a list of texts. */
export type KernelArgument = number | Buffer | null | readonly string[];

export class KernelError extends Error {
  override readonly name = 'KernelError';
  readonly errno: number;

  constructor(call: SystemCall, errno: number) {
    super(`The kernel refused ${call} (error ${errno})`);
    this.errno = errno;
  }
}

const SECCOMP_SET_MODE_FILTER = 1;
const SECCOMP_FILTER_FLAG_TSYNC = 1;
/** Without it some kernels make all code of the process slower, against spying on its own memory. */
const SECCOMP_FILTER_FLAG_SPEC_ALLOW = 4;
const PR_SET_NO_NEW_PRIVS = 38;
const MAX_ARGUMENTS = 6;

/** Undefined where there is no such kernel, or no koffi (an optional package) to call it with. */
export async function openKernel(): Promise<Kernel | undefined> {
  const processor = processorHere();
  if (process.platform !== 'linux' || processor === undefined) return undefined;
  const koffi = await import('koffi').then(
    (loaded) => loaded.default,
    () => undefined,
  );
  if (koffi === undefined) return undefined;
  const library = koffi.load(null);

  function prepare(name: SystemCall, ...args: readonly KernelArgument[]): () => number {
    const all = Array.from({ length: MAX_ARGUMENTS }, (_, index) => args[index] ?? 0);
    return bind(name, all.map(typeOf), all.map(valueOf));
  }

  function bind(name: SystemCall, types: readonly unknown[], args: readonly unknown[]): () => number {
    const number = callNumber(name, processor!);
    if (number === undefined) throw new KernelError(name, NO_SUCH_CALL);
    // The function takes any arguments: it is declared anew for those of this call.
    const syscall = library.func('syscall', 'long', ['long', ...types] as string[]);
    return function run() {
      const answer = syscall(number, ...args) as number;
      if (answer === -1) throw new KernelError(name, koffi!.errno());
      // The number of a thread that could not be held.
      if (name === 'seccomp' && answer !== 0) throw new Error(`Thread ${answer} could not be held`);
      return answer;
    };
  }

  const program = koffi.pointer(koffi.struct({ length: 'uint16', filter: 'void *' }));
  function prepareFilter(filter: Buffer): () => number {
    const flags = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    const held = { length: filter.length / 8, filter };
    return bind('seccomp', ['long', 'long', program], [SECCOMP_SET_MODE_FILTER, flags, held]);
  }

  return {
    processor,
    call: (name, ...args) => prepare(name, ...args)(),
    prepare,
    installFilter(filter) {
      prepare('prctl', PR_SET_NO_NEW_PRIVS, 1)();
      prepareFilter(filter)();
    },
    prepareFilter,
  };
}

function typeOf(argument: KernelArgument): string {
  if (typeof argument === 'number') return 'long';
  return Array.isArray(argument) ? 'const char **' : 'void *';
}

/** A list of texts ends with an empty address. */
function valueOf(argument: KernelArgument): unknown {
  return Array.isArray(argument) ? [...argument, null] : argument;
}

const NO_SUCH_CALL = 38;

function processorHere(): Processor | undefined {
  return process.arch === 'x64' || process.arch === 'arm64' ? process.arch : undefined;
}
