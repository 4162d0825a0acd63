import type { Config } from '../../config.ts';
import type { Log } from '../../lib/log/log.ts';

/** Standard output or error: a terminal, or a file or pipe without the last two. */
export interface TerminalOutput {
  /** Bytes are for files and pipes. */
  write(text: string | Uint8Array): unknown;
  isTTY?: boolean;
  /** Whether it shows colours, and nobody asked for none (NO_COLOR). */
  hasColors?: () => boolean;
  /** Characters of a line. */
  columns?: number;
}

/** The means of a command; streams are given so that tests can read them. */
export interface CommandContext {
  args: string[];
  config: Config;
  log: Log;
  /** Takes text of pages as it is: what would steer a terminal does not get to one. */
  stdout: TerminalOutput;
  /** Takes orders to a terminal: text of pages goes through `safeOutput`. */
  stderr: TerminalOutput;
  /** Aborts on SIGINT, SIGTERM, or when the launcher is gone. */
  signal: AbortSignal;
}

/** One command of `decant`. */
export interface Command {
  /** The arguments behind the name, for example `URL [options]`. */
  readonly usage: string;
  /** The whole help of the command. */
  help(): string;
  /** Returns the exit code. */
  run(context: CommandContext): Promise<number>;
}

/** A command as the list of all shows it. */
export interface ListedCommand {
  /** One line for the list of commands. */
  readonly summary: string;
  load(): Promise<Command>;
}

/** A wrong call; the text says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
