import { ownFile } from '../../lib/own-file.ts';
import type { CageOrder } from './cage.ts';
import type { CageIdentity } from './cage-rights.ts';

/** The walls that a program gets. */
export interface CageWalls {
  /**
   * The words before a command that give it namespaces of its own: a network without anything in it, mounts, processes and
   * the rest; empty in the bare tier.
   */
  namespaces: readonly string[];
  /** Version of Landlock; 0 leaves it out, which only a test does. */
  landlock: number;
  /** The filter of system calls; false in tests only. */
  isFiltered: boolean;
}

/** The order that the launcher gets. */
export interface CageLaunch extends CageOrder {
  walls: Pick<CageWalls, 'landlock' | 'isFiltered'>;
  hasOwnRoot: boolean;
  identity: CageIdentity | undefined;
  /** The folder that it may write to: made by the launcher in a root of its own, there already elsewhere. */
  scratch: string;
  /** Threads are counted for this user alone, and may be limited. */
  isCounted: boolean;
}

/** The descriptor of the link, within. */
export const LINK_DESCRIPTOR = 3;
/** The launcher says this on the link before it becomes the program. */
export const STANDING = '!';

export function launchCommand(launch: CageLaunch, namespaces: readonly string[]): [string, string[]] {
  const [command, ...args] = [
    ...namespaces,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    // No collection of its memory, which would need more, at the moment when it may take no more.
    '--min-semi-space-size=32',
    '--max-semi-space-size=32',
    '--single-threaded',
    '--v8-pool-size=0',
    ownFile(import.meta.url, 'cage-launcher'),
    JSON.stringify(launch),
  ];
  return [command, args];
}
