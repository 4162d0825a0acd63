import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { createServer } from 'node:net';
import { describeDatabase } from '../store/describe-database.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { table } from './text-layout.ts';

type State = 'ok' | 'missing' | 'problem';

interface Finding {
  part: string;
  state: State;
  /** What was found, and which variable would change it. */
  note: string;
}

type Check = (context: CommandContext) => Promise<Finding> | Finding;

/** What is looked at, in the order shown. A problem means that `decant serve` would not work. */
const checks: readonly Check[] = [
  checkNode,
  checkMachine,
  checkDataFolder,
  checkDatabase,
  checkPort,
  checkAddresses,
  checkBrowser,
  checkModel,
];

export const doctor: Command = {
  summary: 'Say what is there and what is missing on this machine, and which variable would change it.',
  usage: '',
  help: () =>
    'Usage: decant doctor\n\nLooks at this machine and the settings. Exit code 1 when "decant serve" would not work.\n',
  async run(context) {
    if (context.args.length > 0) throw new UsageError('doctor takes no arguments');
    const findings: Finding[] = [];
    for (const check of checks) findings.push(await check(context));
    context.stdout.write(table(findings.map(({ part, state, note }) => [part, state, note])));
    return findings.some((finding) => finding.state === 'problem') ? 1 : 0;
  },
};

function checkNode(): Finding {
  return { part: 'Node', state: 'ok', note: `${process.version} on ${process.platform}-${process.arch}` };
}

function checkMachine({ config }: CommandContext): Finding {
  const threads = config.convert.threads ?? Math.min(8, availableParallelism());
  return {
    part: 'Machine',
    state: 'ok',
    note: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; large pages on up to ${threads} threads (DECANT_CONVERT_THREADS)`,
  };
}

async function checkDataFolder({ config }: CommandContext): Promise<Finding> {
  try {
    await mkdir(config.dataDir, { recursive: true });
    await access(config.dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(config.dataDir);
    return {
      part: 'Data folder',
      state: 'ok',
      note: `${config.dataDir}, ${((bavail * bsize) / 1e9).toFixed(1)} GB free (DECANT_DATA_DIR)`,
    };
  } catch (error) {
    return {
      part: 'Data folder',
      state: 'problem',
      note: `${config.dataDir} cannot be written: ${messageOf(error)}. Set DECANT_DATA_DIR`,
    };
  }
}

async function checkDatabase({ config, log }: CommandContext): Promise<Finding> {
  try {
    const note = await describeDatabase({ url: config.database.url, dataDir: config.dataDir, log });
    return { part: 'Database', state: 'ok', note: `${note} (DATABASE_URL)` };
  } catch (error) {
    return { part: 'Database', state: 'problem', note: messageOf(error) };
  }
}

async function checkPort({ config }: CommandContext): Promise<Finding> {
  const { host, port } = config.http;
  const failure = await new Promise<Error | undefined>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
  return failure
    ? {
        part: 'Port',
        state: 'missing',
        note: `${host}:${port} cannot be used now (${messageOf(failure)}): Decant runs already, or set PORT or HOST`,
      }
    : { part: 'Port', state: 'ok', note: `${host}:${port} is free (HOST, PORT)` };
}

function checkAddresses({ config }: CommandContext): Finding {
  const allowed = config.net.allowAddresses;
  const note =
    allowed.length === 0
      ? 'public addresses only (DECANT_ALLOW_ADDRESSES allows others)'
      : `public addresses and ${allowed.join(', ')} (DECANT_ALLOW_ADDRESSES)`;
  return { part: 'Targets', state: 'ok', note };
}

function checkBrowser(): Finding {
  return {
    part: 'Browser',
    state: 'missing',
    note: 'not part of this version: pages are read as the server sends them, without JavaScript',
  };
}

function checkModel(): Finding {
  return {
    part: 'Model',
    state: 'missing',
    note: 'not part of this version: no summary, json, question or highlights',
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
