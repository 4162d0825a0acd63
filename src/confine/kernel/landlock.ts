import { closeSync, openSync } from 'node:fs';
import type { Kernel } from './kernel.ts';

export interface FileRights {
  /** Files and folders that may be read and run, with all below them; those that are not there are passed over. */
  readable: readonly string[];
  /** Folders in which files may also be made, changed and removed, and devices that may be written to. */
  writable: readonly string[];
  /** Folders with the rights of `writable` ones, except that no folders may be made or removed in them. */
  flat?: readonly string[];
  /** The only TCP port that may be connected to, on any host; undefined when none may be. No port may be listened on. */
  port: number | undefined;
}

/** Numbers of linux/landlock.h. */
const EXECUTE = 1n << 0n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIR = 1n << 3n;
const REMOVE_DIR = 1n << 4n;
const REMOVE_FILE = 1n << 5n;
const MAKE_DIR = 1n << 7n;
const MAKE_FILE = 1n << 8n;
const REFER = 1n << 13n;
const TRUNCATE = 1n << 14n;
const CONNECT_TCP = 1n << 1n;
const ALL_TCP = 0b11n;
/** Abstract sockets, and signals. */
const ALL_SCOPES = 0b11n;
const RULE_PATH = 1;
const RULE_PORT = 2;

/** Rights on files that each version knows, by their number; the last stands for all newer ones. */
const FILE_RIGHTS = [0, 13, 14, 15, 15, 16];
const TCP_SINCE = 4;
const SCOPES_SINCE = 6;
/** The rights that can be granted on something that is no folder. */
const ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
const READING = EXECUTE | READ_FILE | READ_DIR;
const WRITING_FILES = READ_FILE | READ_DIR | WRITE_FILE | REMOVE_FILE | MAKE_FILE | TRUNCATE;
const WRITING = WRITING_FILES | REMOVE_DIR | MAKE_DIR | REFER;

/** Opens a place without a right to read it (fcntl.h). */
const O_PATH = 0o10000000;
const O_DIRECTORY = process.arch === 'arm64' ? 0o40000 : 0o200000;

/**
 * Holds this thread, and the program that it becomes, to these files and this port. `version` is that of the machine's
 * Landlock: below 4 it knows no ports. No-new-privileges must have been set.
 */
export function restrictFiles(kernel: Kernel, rights: FileRights, version: number): void {
  const known = (1n << BigInt(FILE_RIGHTS[Math.min(version, FILE_RIGHTS.length - 1)]!)) - 1n;
  const attributes = uint64s(
    known,
    ...(version >= TCP_SINCE ? [ALL_TCP] : []),
    ...(version >= SCOPES_SINCE ? [ALL_SCOPES] : []),
  );
  const rules = kernel.call('landlock_create_ruleset', attributes, attributes.length, 0);
  const allow = (path: string, access: bigint): void => {
    const place = openPlace(path);
    if (place === undefined) return;
    const granted = access & known & (place.isFolder ? -1n : ON_FILES);
    const rule = Buffer.concat([uint64s(granted), Buffer.alloc(4)]);
    rule.writeInt32LE(place.descriptor, 8);
    kernel.call('landlock_add_rule', rules, RULE_PATH, rule, 0);
    closeSync(place.descriptor);
  };
  for (const path of rights.readable) allow(path, READING);
  for (const path of rights.writable) allow(path, WRITING);
  for (const path of rights.flat ?? []) allow(path, WRITING_FILES);
  if (rights.port !== undefined && version >= TCP_SINCE)
    kernel.call('landlock_add_rule', rules, RULE_PORT, uint64s(CONNECT_TCP, BigInt(rights.port)), 0);
  kernel.call('landlock_restrict_self', rules, 0);
}

function openPlace(path: string): { descriptor: number; isFolder: boolean } | undefined {
  for (const isFolder of [true, false]) {
    try {
      return { descriptor: openSync(path, O_PATH | (isFolder ? O_DIRECTORY : 0)), isFolder };
    } catch {
      // Not there, or no folder.
    }
  }
  return undefined;
}

function uint64s(...values: readonly bigint[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(value, index * 8);
  return bytes;
}
