import { ownFile } from '../../lib/own-file.ts';
import type { FileRights } from '../kernel/landlock.ts';

/** A program that builds a sandbox of its own, and the files and the port that all of it is held to. */
export interface HeldOrder extends Pick<FileRights, 'readable' | 'writable' | 'port'> {
  path: string;
  args: readonly string[];
  /** All of its environment. */
  env: Readonly<Record<string, string>>;
  /** The folder that it is started in. */
  folder: string;
  /** The user that runs the program; this process's own when absent. */
  identity?: { uid: number; gid: number } | undefined;
  /** Descriptors that it is given, from 0 on. */
  descriptors: number;
  /** The version of this machine's Landlock. */
  landlock: number;
}

/** The launcher reads its order here, before the program reads what is its own. */
export const ORDER_DESCRIPTOR = 3;
/** Bytes of the number before an order: its length, little-endian. */
export const ORDER_HEAD_BYTES = 4;

/** The command that waits for an order and becomes its program, to be started with the service's rights. */
export function heldCommand(): { command: string; args: string[] } {
  const launcher = ownFile(import.meta.url, 'held-launcher');
  return { command: process.execPath, args: ['--disable-warning=ExperimentalWarning', launcher] };
}

/** The bytes that tell a launcher its order. */
export function packOrder(order: HeldOrder): Buffer {
  const body = Buffer.from(JSON.stringify(order));
  const head = Buffer.alloc(ORDER_HEAD_BYTES);
  head.writeUInt32LE(body.length);
  return Buffer.concat([head, body]);
}
