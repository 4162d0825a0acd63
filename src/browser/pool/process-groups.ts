import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProcessMemory {
  pid: number;
  /** All that is in memory. */
  residentBytes: number;
  /** The part of those bytes in files and shared memory: counted once for a whole browser. */
  sharedBytes: number;
}

/** A process that asked for a group of its own after it was seen is found again after so many looks. */
const FORGET_AFTER_LOOKS = 25;

/**
 * The members of process groups, from /proc (Linux). Read synchronously: the files are made in memory, and a look costs
 * some 20 µs for each member and nothing for all the others, whose groups are remembered.
 */
export class ProcessGroups {
  readonly #folder: string;
  #groups = new Map<number, number>();
  #looks = 0;

  constructor(folder = '/proc') {
    this.#folder = folder;
  }

  /** The living members of each of the groups. */
  look(groups: ReadonlySet<number>): Map<number, ProcessMemory[]> {
    if (this.#looks % FORGET_AFTER_LOOKS === 0) this.#groups.clear();
    this.#looks += 1;
    const seen = new Map<number, number>();
    const found = new Map<number, ProcessMemory[]>();
    for (const name of this.#names()) {
      const pid = Number(name);
      if (!Number.isInteger(pid)) continue;
      const group = this.#groups.get(pid) ?? this.groupOf(pid);
      if (group === undefined) continue;
      seen.set(pid, group);
      const memory = groups.has(group) ? this.#memoryOf(pid) : undefined;
      if (memory) found.set(group, [...(found.get(group) ?? []), memory]);
    }
    this.#groups = seen;
    return found;
  }

  /** As it is now; undefined when there is no such process. */
  groupOf(pid: number): number | undefined {
    // `pid (name) state ppid pgrp ...`: the name may hold anything.
    const fields = this.#read(pid, 'stat')?.split(') ').at(-1)?.split(' ');
    return fields === undefined ? undefined : Number(fields[2]);
  }

  isRenderer(pid: number): boolean {
    return this.#read(pid, 'cmdline')?.includes('--type=renderer') ?? false;
  }

  /** A process that renderers are forked from. */
  isZygote(pid: number): boolean {
    return this.#read(pid, 'cmdline')?.includes('--type=zygote') ?? false;
  }

  /** Undefined when it has ended, collected or not. */
  #memoryOf(pid: number): ProcessMemory | undefined {
    const status = this.#read(pid, 'status');
    const residentBytes = bytesOf(status, 'VmRSS');
    if (residentBytes === undefined) return undefined;
    return {
      pid,
      residentBytes,
      sharedBytes: (bytesOf(status, 'RssFile') ?? 0) + (bytesOf(status, 'RssShmem') ?? 0),
    };
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

/** A line such as `VmRSS:	    1764 kB`. */
function bytesOf(status: string | undefined, name: string): number | undefined {
  const at = status?.indexOf(`\n${name}:`) ?? -1;
  if (status === undefined || at === -1) return undefined;
  return Number.parseInt(status.slice(at + name.length + 2), 10) * 1024;
}
