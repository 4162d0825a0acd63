import { ownFile } from '../../lib/own-file.ts';
import { launcherVariables } from '../compiled-code.ts';
import type { Walls } from '../kernel/walls.ts';

/** A program of others, and what it may have. */
export interface ProgramOrder {
  path: string;
  args: readonly string[];
  /** All of its environment. */
  env: Readonly<Record<string, string>>;
  /** The user that runs the program; this process's own when absent. */
  identity?: { uid: number; gid: number } | undefined;
  /** Programs that it may start; it is given what lies around these and itself. */
  programs: readonly string[];
  /** The only folder that it may write to. */
  folder: string;
  /** The TCP port that it may connect to; none when absent, and then it starts no other process either. */
  port?: number | undefined;
  /** The most bytes of its memory, and of any file that it writes. */
  maxMemoryBytes: number;
  maxFileBytes: number;
}

/** The command that is started in the program's place: the program itself where nothing can hold it. */
export interface ProgramCommand {
  command: string;
  args: readonly string[];
  /** The command's own environment; the launcher gives the program that of its order. */
  env: Readonly<Record<string, string>>;
  /** The user to start the command as; the launcher changes to the program's user by itself. */
  identity: ProgramOrder['identity'];
}

/** The order that the launcher gets. */
export type LaunchOrder = ProgramOrder & { walls: Pick<Walls, 'hasFilter' | 'landlock'> };

/** The command that runs a program within all walls of this machine. */
export function confinedCommand(order: ProgramOrder, walls: Walls): ProgramCommand {
  const { hasFilter, landlock, unshare } = walls;
  if (!hasFilter && landlock === 0)
    return { command: order.path, args: order.args, env: order.env, identity: order.identity };
  const told: LaunchOrder = { ...order, walls: { hasFilter, landlock } };
  const launcher = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ownFile(import.meta.url, 'program-launcher'),
  ];
  const [command, ...args] = [
    ...(order.port === undefined ? unshare : []),
    ...launcher,
    JSON.stringify(told),
  ];
  return { command, args, env: { ...order.env, ...launcherVariables() }, identity: undefined };
}
