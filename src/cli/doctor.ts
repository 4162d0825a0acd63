import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { createServer } from 'node:net';
import { chooseBrowserIdentity } from '../browser/browser-identity.ts';
import { findBrowser } from '../browser/install/find-browser.ts';
import { findSandboxProblem } from '../browser/start/find-sandbox-problem.ts';
import { createForeignEgress } from '../browser/pool/foreign-egress.ts';
import { createRemoteEndpoint } from '../browser/pool/remote-endpoint.ts';
import { createRemoteBrowserStart } from '../browser/pool/start-remote-browser.ts';
import type { Config } from '../config.ts';
import { createNameLookup } from '../net/names/name-lookup.ts';
import { canHoldPrograms, findWalls } from '../confine/walls.ts';
import { findReaderSandbox, type ReaderSandbox } from '../readers/process/reader-sandbox.ts';
import { findFfmpeg } from '../scraper/media/find-ffmpeg.ts';
import { describeDatabase } from '../store/describe-database.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { textTable } from './text-layout.ts';

type State = 'ok' | 'missing' | 'problem';

interface Finding {
  part: string;
  state: State;
  /** The finding, and the variable that would change it. */
  note: string;
}

/** The version of Landlock that knows ports. */
const PORTS_SINCE = 4;
const NOT_HELD =
  'as any program of this user: nothing here can hold it (koffi, and Landlock of Linux, would)';

type Check = (context: CommandContext) => Promise<Finding> | Finding;

/** The checks in the order shown. A problem means that `decant serve` would not work. */
const checks: readonly Check[] = [
  checkNode,
  checkMachine,
  checkDataFolder,
  checkDatabase,
  checkPort,
  checkAddresses,
  checkBrowser,
  checkReaders,
  checkFfmpeg,
  checkYtDlp,
  checkModel,
];

export const doctor: Command = {
  summary: 'Say what works on this machine, and which variable would change it.',
  usage: '',
  help: () =>
    'Usage: decant doctor\n\nLooks at this machine and the settings. Exit code 1 when "decant serve" would not work.\n',
  async run(context) {
    if (context.args.length > 0) throw new UsageError('doctor takes no arguments');
    const findings: Finding[] = [];
    for (const check of checks) {
      findings.push(await check(context));
      context.signal.throwIfAborted();
    }
    context.stdout.write(textTable(findings.map(({ part, state, note }) => [part, state, note])));
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

async function checkDatabase({ config, log, signal }: CommandContext): Promise<Finding> {
  try {
    const note = await describeDatabase({
      url: config.database.url,
      dataDir: config.dataDir,
      signal,
      log,
    });
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

async function checkBrowser({ config, log, signal }: CommandContext): Promise<Finding> {
  if (config.browser.url) return checkRemoteBrowser(config, config.browser.url, { log, signal });
  const { path, searchPath, needsSandbox } = config.browser;
  const identity = chooseBrowserIdentity();
  const found = await findBrowser({ configuredPath: path, searchPath, dataDir: config.dataDir, identity });
  // Pages that need none work without it.
  if ('problem' in found) return { part: 'Browser', state: 'missing', note: found.problem };
  const problem = await findSandboxProblem({ browser: found, identity });
  if (problem !== undefined && needsSandbox) return { part: 'Browser', state: 'missing', note: problem };
  const version = found.version === undefined ? '' : ` ${found.version}`;
  const sandbox =
    problem === undefined ? 'in its sandbox' : 'WITHOUT its sandbox, which this system does not allow';
  return {
    part: 'Browser',
    state: 'ok',
    note: `${found.source}${version}: ${found.executable} (DECANT_BROWSER_PATH), ${sandbox} (DECANT_BROWSER_SANDBOX)`,
  };
}

async function checkReaders({ config }: CommandContext): Promise<Finding> {
  const sandbox = await findReaderSandbox();
  const { maxProcesses, ocrLanguages } = config.readers;
  const held = [
    describeReaderWalls(sandbox),
    sandbox.identity ? `user ${sandbox.identity.uid}` : 'this user',
  ];
  return {
    part: 'Files',
    state: 'ok',
    note: `read in up to ${maxProcesses} processes (DECANT_READERS) with ${held.join(', ')}; scans in ${ocrLanguages.join(', ')} (DECANT_OCR_LANGUAGES)`,
  };
}

function describeReaderWalls({ isFiltered, hasOwnNetwork }: ReaderSandbox): string {
  if (isFiltered) return 'no files, programs, sockets and signals (a filter of the kernel)';
  const missing = 'the npm package koffi on Linux would close the rest';
  return hasOwnNetwork
    ? `no files and programs (by Node alone), no network but sockets with a path (${missing})`
    : `no files and programs (by Node alone), but the network of this machine (${missing})`;
}

async function checkFfmpeg({ config }: CommandContext): Promise<Finding> {
  const walls = await findWalls();
  const found = await findFfmpeg(config.media, walls);
  return describeProgram('ffmpeg', {
    path: 'path' in found ? found.path : undefined,
    variable: 'DECANT_FFMPEG_PATH',
    held: canHoldPrograms(walls) ? 'without network, in its own folder' : NOT_HELD,
    absent: `${'problem' in found ? found.problem : 'none'}: sound is left as it is, and not taken out of videos`,
  });
}

async function checkYtDlp({ config }: CommandContext): Promise<Finding> {
  const walls = await findWalls();
  const held = walls.landlock >= PORTS_SINCE ? 'with no way out but our proxy' : 'asked to use our proxy';
  return describeProgram('yt-dlp', {
    path: config.media.ytDlpPath,
    variable: 'DECANT_YT_DLP_PATH',
    held: canHoldPrograms(walls) ? `${held}, in its own folder` : NOT_HELD,
    absent: 'none: audio and video are what pages themselves offer',
  });
}

/** An optional program of others. */
async function describeProgram(
  part: string,
  {
    path,
    variable,
    held,
    absent,
  }: Record<'variable' | 'held' | 'absent', string> & { path: string | undefined },
): Promise<Finding> {
  if (path === undefined) return { part, state: 'missing', note: `${absent} (${variable})` };
  return (await canRun(path))
    ? { part, state: 'ok', note: `${path} (${variable}), run ${held}` }
    : { part, state: 'missing', note: `${path} cannot be run. Set ${variable}` };
}

async function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function checkRemoteBrowser(
  { browser: { token, egress: address, isNetworkSafe }, net }: Pick<Config, 'browser' | 'net'>,
  url: URL,
  { log, signal }: Pick<CommandContext, 'log' | 'signal'>,
): Promise<Finding> {
  const openBrowserProxy = () => Promise.reject(new Error('nothing is opened here'));
  const lookup = createNameLookup({ servers: net.dnsServers });
  const remote = createRemoteBrowserStart({
    endpoint: createRemoteEndpoint({ url, token, ownPorts: () => [], lookup }),
    foreign: createForeignEgress({ openBrowserProxy, address, isNetworkSafe }),
    log,
  });
  const { level, text } = await remote.stand(signal);
  return { part: 'Browser', state: level === 'error' ? 'missing' : 'ok', note: text };
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
