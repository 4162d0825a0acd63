import type { ChildProcess } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';

/**
 * The walls around a program: `full` are namespaces, Landlock and a filter of system calls; `bare` are the latter two,
 * where the system allows no namespaces.
 */
export type CageTier = 'full' | 'bare';

/** A program of a stranger, and all that it may have. */
export interface CageOrder {
  path: string;
  args: readonly string[];
  /** Its whole environment, beside HOME and TMPDIR, which name its scratch folder: its working folder. */
  env: Readonly<Record<string, string>>;
  /** Files and folders that it reads and runs; nothing else of the machine is there. */
  runtime: readonly string[];
  /** A folder of compiled code of its runtime, which it finds and cannot change; in none of ours that holds other code. */
  compiledCode?: string | undefined;
  limits: CageLimits;
}

export interface CageLimits {
  /** Memory that it has mapped, whether it uses it or not. Node needs 4 GB. */
  addressSpaceBytes: number;
  /** Memory that it may write to. Node needs 575 MB beside that of its objects. */
  dataBytes: number;
  /** The largest file that it writes. */
  fileBytes: number;
  openFiles: number;
  /** All that it keeps in its scratch folder. */
  scratchBytes: number;
}

/** A program in its cage. Its descriptors: 0 is empty, 1 and 2 its output, 3 a stream socket to us (`link`); no others. */
export interface Caged {
  /** The process to wait for; a program in namespaces is a child of it. */
  process: ChildProcess;
  link: Duplex;
  stdout: Readable;
  stderr: Readable;
  /** Ends all of it at once. */
  kill(): void;
  /** Fulfils when nothing is left of it, its scratch folder included. */
  readonly exited: Promise<CageEnd>;
}

export interface CageEnd {
  code: number | null;
  signal: string | null;
  /** The limit for which it was killed, as a sentence. */
  reason?: string;
}

export interface Cage {
  readonly tier: CageTier;
  /** Rejects when the program cannot be held, or not be run. */
  start(order: CageOrder): Promise<Caged>;
}

/**
 * Found once a process: the cage, or one sentence that says what is missing and which variable allows less. `firstStart` of
 * whoever comes first may serve as the proof that the cage holds a program, and rejects when it does not.
 */
export type FindCage = (firstStart?: TryCage) => Promise<Cage | { problem: string }>;

/** Starts a program in a cage that may turn out to be none; what it starts in one is ended by whoever gave it. */
export type TryCage = (cage: Cage) => Promise<unknown>;
