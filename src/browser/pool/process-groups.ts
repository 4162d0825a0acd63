import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { processGroupOf } from '../../lib/process-owner.ts';
import { memoryPageBytes } from './memory-page-bytes.ts';

export interface ProcessMemory {
  pid: number;
  /** All that is in memory. */
  residentBytes: number;
  /** The part of those bytes in files and shared memory: counted once for a whole browser. */
  sharedBytes: number;
}

/**
 * Each process is asked for its group anew after so many looks, in turns: one may have joined a group after it was seen. The
 * leader of a group that is looked for is found at the next look, and what it starts is born in its group.
 */
const ASK_AGAIN_AFTER_LOOKS = 300;

/**
 * The members of process groups, from /proc (Linux). Read synchronously: the files are made in memory, and a look costs
 * some 5 µs for each member, whose file is kept open, and nothing for all the others, whose groups are remembered.
 */
export class ProcessGroups implements Disposable {
  readonly #folder: string;
  readonly #pageBytes: number;
  #groups = new Map<number, number>();
  /** Descriptors of the members' sizes: each is of that process, whoever has its id later. */
  readonly #sizes = new Map<number, number>();
  readonly #renderers = new Set<number>();
  readonly #buffer = Buffer.alloc(256);
  #looks = 0;

  constructor(folder = '/proc', pageBytes = memoryPageBytes()) {
    this.#folder = folder;
    this.#pageBytes = pageBytes;
  }

  /** The living members of each of the groups. */
  look(groups: ReadonlySet<number>): Map<number, ProcessMemory[]> {
    this.#looks += 1;
    const seen = new Map<number, number>();
    const found = new Map<number, ProcessMemory[]>();
    for (const name of this.#names()) {
      const pid = Number(name);
      if (!Number.isInteger(pid)) continue;
      const group = this.#rememberedGroupOf(pid, groups) ?? this.groupOf(pid);
      if (group === undefined) continue;
      seen.set(pid, group);
      const memory = groups.has(group) ? this.#memoryOf(pid) : undefined;
      if (memory) found.set(group, [...(found.get(group) ?? []), memory]);
    }
    this.#groups = seen;
    for (const pid of this.#sizes.keys()) if (!groups.has(seen.get(pid) ?? -1)) this.#forget(pid);
    return found;
  }

  /** Closes what it keeps open; the next look opens it again. */
  [Symbol.dispose](): void {
    for (const pid of this.#sizes.keys()) this.#forget(pid);
  }

  /** Undefined when it has to be asked. */
  #rememberedGroupOf(pid: number, groups: ReadonlySet<number>): number | undefined {
    const isItsTurn = (pid + this.#looks) % ASK_AGAIN_AFTER_LOOKS === 0;
    const group = isItsTurn ? undefined : this.#groups.get(pid);
    return groups.has(pid) && group !== pid ? undefined : group;
  }

  /** As it is now; undefined when there is no such process. */
  groupOf(pid: number): number | undefined {
    return processGroupOf(pid, this.#folder);
  }

  /** Remembered of the members that were looked at last. */
  isRenderer(pid: number): boolean {
    if (this.#renderers.has(pid)) return true;
    // Not remembered: it is forked from a zygote and bears its name at first.
    const isOne = this.#read(pid, 'cmdline')?.includes('--type=renderer') ?? false;
    if (isOne && this.#sizes.has(pid)) this.#renderers.add(pid);
    return isOne;
  }

  /** A process that renderers are forked from. */
  isZygote(pid: number): boolean {
    return this.#read(pid, 'cmdline')?.includes('--type=zygote') ?? false;
  }

  /** Undefined when it has ended, collected or not. */
  #memoryOf(pid: number): ProcessMemory | undefined {
    try {
      const descriptor = this.#sizes.get(pid) ?? openSync(join(this.#folder, String(pid), 'statm'), 'r');
      this.#sizes.set(pid, descriptor);
      const length = readSync(descriptor, this.#buffer, 0, this.#buffer.length, 0);
      // `size resident shared ...`, in pages; shared are those of files and of shared memory. All 0 without memory.
      const [, resident = 0, shared = 0] = this.#buffer
        .toString('latin1', 0, length)
        .split(' ', 3)
        .map(Number);
      if (resident === 0) return undefined;
      return { pid, residentBytes: resident * this.#pageBytes, sharedBytes: shared * this.#pageBytes };
    } catch {
      this.#forget(pid);
      return undefined;
    }
  }

  #forget(pid: number): void {
    const descriptor = this.#sizes.get(pid);
    if (descriptor !== undefined) closeSync(descriptor);
    this.#sizes.delete(pid);
    this.#renderers.delete(pid);
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #read(pid: number, file: string): string | undefined {
    try {
      return readFileSync(join(this.#folder, String(pid), file), 'latin1');
    } catch {
      return undefined;
    }
  }
}
