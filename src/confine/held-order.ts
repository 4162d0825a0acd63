import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileRights } from './landlock.ts';

/** A program that builds a sandbox of its own, and the files and the port that all of it is held to. */
export interface HeldOrder extends Pick<FileRights, 'readable' | 'writable' | 'port'> {
  path: string;
  args: readonly string[];
  /** All of its environment. */
  env: Readonly<Record<string, string>>;
  /** The user that runs the program; this process's own when absent. */
  identity: { uid: number; gid: number } | undefined;
  /** Descriptors that it is given, from 0 on. */
  descriptors: number;
  /** The version of this machine's Landlock. */
  landlock: number;
}

/** The command that becomes the program, to be started with an empty environment and the service's rights. */
export function heldCommand(order: HeldOrder): { command: string; args: string[] } {
  const here = fileURLToPath(import.meta.url);
  // `.ts` in a checkout, `.js` in the published package.
  const launcher = path.join(path.dirname(here), `held-launcher${path.extname(here)}`);
  const args = ['--disable-warning=ExperimentalWarning', launcher, JSON.stringify(order)];
  return { command: process.execPath, args };
}
