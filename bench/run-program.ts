import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { describeMachine, machineLine } from './describe-machine.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** Options of a command line: one that is set or not, and one with a value. */
export const FLAG = { type: 'boolean', default: false } as const;
export const VALUE = { type: 'string' } as const;

/** All programs write their numbers to a file, too, and tell how they are used. */
const COMMON = { json: VALUE, help: FLAG } as const;

type Values<Given extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Given }>
>['values'];

interface Program<Given extends ParseArgsOptionsConfig, Options> {
  usage: string;
  /** Beside `--json` and `--help`. */
  given: Given;
  /** Throws a RangeError that says which value is wrong. */
  read(values: Values<Given>): Options;
  /** Returns whether the measurement is complete and what must not be was not found. */
  run(options: Options, session: Session): Promise<boolean>;
}

export interface Session {
  signal: AbortSignal;
  /** Prints when and where it is measured; to be called before the first table. */
  announce(isQuick?: boolean): void;
  /** Writes the numbers to the file that `--json` names, if any. */
  write(numbers: Readonly<Record<string, unknown>>): void;
}

/** Runs a bench by its command line. Returns the exit code: 2 for a wrong option, 1 for a failure. */
export async function runProgram<const Given extends ParseArgsOptionsConfig, Options>(
  program: Program<Given, Options>,
): Promise<number> {
  if (!existsSync('/proc/self/smaps_rollup'))
    return refuse('CPU time and memory are read from /proc: the bench runs on Linux only\n');
  const read = readOptions(program);
  if (typeof read === 'string') return refuse(read);
  if (read.isHelpWanted) {
    process.stderr.write(program.usage);
    return 0;
  }
  const state = { isSound: true };
  const exitCode = await untilInterrupted(async (signal) => {
    state.isSound = await program.run(read.options, openSession(signal, read.jsonFile));
  });
  return exitCode === 0 && !state.isSound ? 1 : exitCode;
}

function refuse(text: string): number {
  process.stderr.write(text);
  return 2;
}

type Read<Options> = { isHelpWanted: true } | { isHelpWanted: false; options: Options; jsonFile?: string };

function readOptions<Given extends ParseArgsOptionsConfig, Options>({
  usage,
  given,
  read,
}: Program<Given, Options>): Read<Options> | string {
  try {
    const { help, json, ...values } = parseArgs({ options: { ...given, ...COMMON } }).values as {
      help: boolean;
      json?: string;
    };
    if (help) return { isHelpWanted: true };
    const options = read(values as Values<Given>);
    return { isHelpWanted: false, options, ...(json === undefined ? {} : { jsonFile: json }) };
  } catch (error) {
    return `${(error as Error).message}\n\n${usage}`;
  }
}

function openSession(signal: AbortSignal, jsonFile: string | undefined): Session {
  const machine = describeMachine();
  const startedAt = new Date().toISOString();
  return {
    signal,
    announce: (isQuick = false) =>
      console.log(`${machineLine(machine, startedAt)}${isQuick ? ', quick' : ''}\n`),
    write(numbers) {
      if (jsonFile === undefined) return;
      writeFileSync(jsonFile, `${JSON.stringify({ startedAt, machine, ...numbers }, undefined, 2)}\n`);
    },
  };
}
