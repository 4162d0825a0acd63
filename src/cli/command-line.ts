import { nearMiss } from '../contract/near-miss.ts';
import { ConfigError, loadConfig, VERSION } from '../config.ts';
import { createLog } from '../lib/log/log.ts';
import { ServiceError, withHint } from '../lib/service-error.ts';
import { commandName } from './command/command-name.ts';
import { UsageError, type Command } from './command/command.ts';
import { commands } from './commands.ts';
import { renderHelp, renderVariables } from './help.ts';
import { interruptedExitCode, interruptSignal, isInterruption } from './interrupt.ts';
import { safeOutput } from './output/safe-output.ts';
import { fitLines } from './command/text-layout.ts';

/** These say all there is to say in their message. */
const ERRORS_OF_SURROUNDINGS = new Set(['SERVICE_UNAVAILABLE', 'CONFLICT', 'NOT_FOUND']);

/** Runs `decant` with the given arguments and returns its exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const [name = '--help', ...args] = argv;
  watchOutput(name === 'serve');
  if (name === '--version' || name === '-v' || name === 'version') return print(`${VERSION}\n`);
  if (name === '--help' || name === '-h' || name === 'help') return help(args[0]);
  if (args.includes('--help') || args.includes('-h')) return help(name);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return noSuchCommand(name);
  return runCommand(await command.load(), { args, isService: name === 'serve' });
}

async function help(name: string | undefined): Promise<number> {
  if (name === undefined) return print(renderHelp(process.stdout.columns));
  if (name === 'variables') return print(fitted(renderVariables()));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command ? print(fitted((await command.load()).help())) : noSuchCommand(name);
}

/** A terminal alone has a width: elsewhere lines stay as they are. */
function fitted(text: string): string {
  const { columns } = process.stdout;
  return columns > 0 ? fitLines(text, columns) : text;
}

function noSuchCommand(name: string): number {
  const near = nearMiss(name, Object.keys(commands));
  const hint = near === undefined ? `${commandName()} help lists what there is` : `did you mean ${near}?`;
  return fail(`There is no command "${name}"; ${hint}`, 2);
}

async function runCommand(
  command: Command,
  { args, isService }: { args: string[]; isService: boolean },
): Promise<number> {
  using interrupt = interruptSignal();
  try {
    const config = loadConfig();
    const log = createLog({ level: config.logLevel });
    for (const warning of config.warnings) {
      if (isService) log.warn(warning);
      else warn(warning);
    }
    return await command.run({
      args,
      config,
      log,
      stdout: safeOutput(process.stdout),
      stderr: process.stderr,
      signal: interrupt.signal,
    });
  } catch (error) {
    const interrupted = interruptedExitCode(interrupt.signal);
    if (interrupted === undefined) return failWith(error);
    if (!isInterruption(error, interrupt.signal)) fail(messageOf(error), interrupted);
    return interrupted;
  }
}

/** Says what went wrong and returns the exit code; throws what nobody expects. */
function failWith(error: unknown): number {
  if (error instanceof UsageError) return fail(error.message, 2);
  if (error instanceof ConfigError) return fail(error.message, 2);
  if (error instanceof ServiceError) {
    const text = withHint(error);
    const isWrongCall = error.code === 'BAD_REQUEST';
    const shown = ERRORS_OF_SURROUNDINGS.has(error.code) ? text : `${text} (${error.code})`;
    return fail(shown, isWrongCall ? 2 : 1);
  }
  if (isExpected(error)) return fail(error.message, 1);
  throw error;
}

/**
 * A log without a reader is no reason to end a service, and `| head` is no failure of a command; output that a full disk
 * does not take is one.
 */
function watchOutput(isService: boolean): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isService) return;
    process.exit(error.code === 'EPIPE' ? 0 : fail(`The output could not be written: ${error.message}`, 1));
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function warn(message: string): void {
  safeOutput(process.stderr).write(`decant: ${message}\n`);
}

function fail(message: string, code: number): number {
  warn(message);
  return code;
}

/** Errors of the surroundings (port taken, folder in use, database down) say all there is to say in their message. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (error.name !== 'Error' || ('code' in error && typeof error.code === 'string')) &&
    !isBug(error)
  );
}

function isBug(error: Error): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof ReferenceError ||
    error instanceof SyntaxError
  );
}
