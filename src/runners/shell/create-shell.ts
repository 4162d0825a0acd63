import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as justBash from 'just-bash/browser';
import type { Bash, CommandContext, CommandName } from 'just-bash/browser';
import type { DrivenBrowser } from '../driving/driven-browser.ts';
import { locateOn, notePages, type CommandBrowser } from './agent/agent-browser.ts';
import {
  AGENT_COMMANDS,
  isAgentCommand,
  runAgentCommand,
  type CommandEnd,
} from './agent/run-agent-command.ts';
import { ScratchFiles } from './scratch-files.ts';

type JustBash = typeof justBash;

export interface ShellParts {
  driven: DrivenBrowser;
  /** For `node -e` and `node -p`. */
  runNode(code: string): Promise<{ result: string; exitCode: number }>;
  readMarkdown(): Promise<string>;
  /** The file of just-bash. */
  bundle: string;
  /** Standard output and error of a call. */
  write(stdout: string, stderr: string): void;
}

/** A shell whose files last and whose variables do not. */
export interface SessionShell {
  run(code: string): Promise<{ result: string; exitCode: number }>;
}

const HOME = '/tmp';
/** Programs of just-bash that need what a session has not. */
const LEFT_OUT: ReadonlySet<string> = new Set(['html-to-markdown']);
/** A single command: nothing that a shell would take for more. */
const SINGLE = /^\s*([a-z]+)\b[^|&;<>()`$\n]*$/;

/** The shell is loaded when it is first used. */
export function createShell(parts: ShellParts): SessionShell {
  let starting: Promise<Bash> | undefined;
  const notes = notePages(parts.driven);
  return {
    async run(code) {
      starting ??= startBash(parts, notes);
      const bash = await starting;
      const [, first = ''] = SINGLE.exec(code) ?? [];
      const line = isAgentCommand(first) && first !== 'exit' ? `agent-browser ${code.trimStart()}` : code;
      const { stdout, stderr, exitCode } = await bash.exec(line);
      parts.write(stdout, stderr);
      return { result: '', exitCode };
    },
  };
}

async function startBash(
  { driven, runNode, readMarkdown, bundle }: ShellParts,
  notes: CommandBrowser['notes'],
): Promise<Bash> {
  const { Bash, InMemoryFs, MountableFs, defineCommand, getCommandNames } = (await import(
    pathToFileURL(bundle).href
  )) as JustBash;
  const scratch = new ScratchFiles(tmpdir());
  const fs = new MountableFs({ base: new InMemoryFs(), mounts: [{ mountPoint: HOME, filesystem: scratch }] });
  const agentOf = ({ cwd, stdin }: CommandContext): CommandBrowser => ({
    driven,
    notes,
    readMarkdown,
    stdin: textOf(stdin),
    files: {
      resolve: (file) => path.posix.resolve(cwd, file),
      read: async (file) => Buffer.from(await fs.readFileBuffer(path.posix.resolve(cwd, file))),
      write: (file, bytes) => fs.writeFile(path.posix.resolve(cwd, file), bytes),
    },
    page: () => driven.currentPage(),
    locate: async (selector) => locateOn(await driven.currentPage(), selector),
  });
  const agentBrowser = (words: string[], context: CommandContext): Promise<CommandEnd> =>
    runAgentCommand(words, agentOf(context));
  const programs = (getCommandNames() as CommandName[]).filter((name) => !LEFT_OUT.has(name));
  // Those that a shell has itself (`find`, `wait`) stay the shell's, unless the line is nothing else.
  const nameless = AGENT_COMMANDS.filter((name) => !(programs as string[]).includes(name));
  followNewTabs(driven);
  return new Bash({
    fs,
    cwd: HOME,
    env: { HOME, TMPDIR: HOME },
    commands: programs,
    customCommands: [
      defineCommand('agent-browser', agentBrowser),
      ...nameless.map((name) =>
        defineCommand(name, (words, context) => agentBrowser([name, ...words], context)),
      ),
      defineCommand('node', (words, context) => runNodeCommand(words, textOf(context.stdin), runNode)),
    ],
    // It guards a host from its script by replacing globals, which Playwright runs on as well; the cage is the guard here.
    defenseInDepth: false,
  });
}

/** Standard input is a string with a character for each byte. */
function textOf(stdin: CommandContext['stdin']): string {
  return Buffer.from(stdin as unknown as string, 'latin1').toString();
}

/** A tab that a click opens is the one that the next command means. */
function followNewTabs({ context, choosePage }: DrivenBrowser): void {
  context.on('page', choosePage);
}

async function runNodeCommand(
  words: string[],
  stdin: string,
  runNode: ShellParts['runNode'],
): Promise<CommandEnd> {
  const [flag = '', code] = words;
  if (flag === '--version' || flag === '-v')
    return { stdout: `${process.version}\n`, stderr: '', exitCode: 0 };
  const isPrinted = /^-(?:p|pe|-print)$/.test(flag);
  const given = /^-(?:e|p|pe|-eval|-print)$/.test(flag)
    ? code
    : flag === '' || flag === '-'
      ? stdin
      : undefined;
  if (given === undefined)
    return { stdout: '', stderr: 'node: only -e, -p and standard input are here\n', exitCode: 9 };
  const { result, exitCode } = await runNode(given);
  return { stdout: isPrinted && exitCode === 0 ? `${result}\n` : '', stderr: '', exitCode };
}
