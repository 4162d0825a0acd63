import { access, constants } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { chooseBrowserIdentity } from '../browser/browser-identity.ts';
import { findBrowser } from '../browser/install/find-browser.ts';
import { openBrowser } from '../browser/start/open-browser.ts';
import { createForeignEgress } from '../browser/pool/foreign-egress.ts';
import { createRemoteEndpoint } from '../browser/pool/remote-endpoint.ts';
import { createRemoteBrowserStart } from '../browser/pool/start-remote-browser.ts';
import type { Config } from '../config.ts';
import { createNameLookup } from '../net/names/name-lookup.ts';
import { canHoldPrograms, findWalls } from '../confine/walls.ts';
import { readLanguageData } from '../readers/ocr/language-data.ts';
import { findReaderSandbox, type ReaderSandbox } from '../readers/process/reader-sandbox.ts';
import { findFfmpeg } from '../scraper/media/find-ffmpeg.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { checkCage } from './doctor/check-cage.ts';
import { checkModel } from './doctor/check-model.ts';
import { checkPort, checkProxies } from './doctor/check-network.ts';
import { checkSearch } from './doctor/check-search.ts';
import { checkBlobStore, checkDatabase, checkDataFolder, hasRoomForBrowser } from './doctor/check-storage.ts';
import { messageOf, type DoctorFinding } from './doctor/finding.ts';
import { textTable } from './text-layout.ts';

/** The version of Landlock that knows ports. */
const PORTS_SINCE = 4;
const NOT_HELD =
  'as any program of this user: nothing here can hold it (koffi, and Landlock of Linux, would)';

type Findings = DoctorFinding | readonly DoctorFinding[];
type Check = (context: CommandContext) => Promise<Findings> | Findings;

/** The checks in the order shown. A problem means that `decant serve` would not work. */
const checks: readonly Check[] = [
  checkNode,
  checkMachine,
  checkDataFolder,
  checkDatabase,
  checkBlobStore,
  checkPort,
  checkAddresses,
  checkProxies,
  checkBrowser,
  checkReaders,
  checkFfmpeg,
  checkYtDlp,
  ({ config }) => checkCage(config.sessions),
  checkModel,
  checkSearch,
];

export const doctor: Command = {
  summary: 'Say what works on this machine, and which variable changes it.',
  usage: '',
  help: () =>
    'Usage: decant doctor\n\nLooks at this machine and the settings. Exit code 1 when "decant serve" would not work.\n',
  async run(context) {
    if (context.args.length > 0) throw new UsageError('doctor takes no arguments');
    const findings: DoctorFinding[] = [];
    for (const check of checks) {
      findings.push(...[await check(context)].flat());
      context.signal.throwIfAborted();
    }
    context.stdout.write(textTable(findings.map(({ part, state, note }) => [part, state, note])));
    return findings.some((finding) => finding.state === 'problem') ? 1 : 0;
  },
};

function checkNode(): DoctorFinding {
  return { part: 'Node', state: 'ok', note: `${process.version} on ${process.platform}-${process.arch}` };
}

function checkMachine({ config }: CommandContext): DoctorFinding {
  const threads = config.convert.threads ?? Math.min(8, availableParallelism());
  return {
    part: 'Machine',
    state: 'ok',
    note: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; large pages on up to ${threads} threads (DECANT_CONVERT_THREADS)`,
  };
}

function checkAddresses({ config }: CommandContext): DoctorFinding {
  const allowed = config.net.allowAddresses;
  const note =
    allowed.length === 0
      ? 'public addresses only (DECANT_ALLOW_ADDRESSES allows others)'
      : `public addresses and ${allowed.join(', ')} (DECANT_ALLOW_ADDRESSES)`;
  return { part: 'Targets', state: 'ok', note };
}

async function checkBrowser({ config, log, signal }: CommandContext): Promise<DoctorFinding> {
  const part = 'Browser';
  if (config.browser.url) return checkRemoteBrowser(config, config.browser.url, { log, signal });
  const { path, searchPath, needsSandbox } = config.browser;
  if (path === undefined && !(await hasRoomForBrowser(config).catch(() => false)))
    return { part, state: 'missing', note: 'not tried: too little room to unpack it (DECANT_DATA_DIR)' };
  const identity = chooseBrowserIdentity();
  const found = await findBrowser({ configuredPath: path, searchPath, dataDir: config.dataDir, identity });
  // Pages that need none work without it.
  if ('problem' in found) return { part, state: 'missing', note: found.problem };
  const place = `${found.source} ${found.executable} (DECANT_BROWSER_PATH)`;
  try {
    await using browser = await openBrowser({ browser: found, identity, needsSandbox });
    const sandbox = browser.isSandboxed
      ? 'in its sandbox'
      : 'WITHOUT its sandbox, which this system does not allow';
    const note = `${browser.version} was started: ${place}, ${sandbox} (DECANT_BROWSER_SANDBOX)`;
    return { part, state: 'ok', note };
  } catch (error) {
    return { part, state: 'missing', note: `${place} does not start: ${messageOf(error)}` };
  }
}

async function checkReaders({ config }: CommandContext): Promise<DoctorFinding> {
  const sandbox = await findReaderSandbox();
  const { maxProcesses, ocrLanguages } = config.readers;
  const unknown = await findMissingLanguages(ocrLanguages);
  if (unknown !== undefined)
    return { part: 'Files', state: 'missing', note: `${unknown} (DECANT_OCR_LANGUAGES)` };
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

/** Says what to do for the first language that is missing. */
async function findMissingLanguages(languages: readonly string[]): Promise<string | undefined> {
  for (const language of languages) {
    try {
      await readLanguageData(language);
    } catch (error) {
      return messageOf(error);
    }
  }
  return undefined;
}

function describeReaderWalls({ isFiltered, hasOwnNetwork }: ReaderSandbox): string {
  if (isFiltered) return 'no files, programs, sockets and signals (a filter of the kernel)';
  const missing = 'the npm package koffi on Linux would close the rest';
  return hasOwnNetwork
    ? `no files and programs (by Node alone), no network but sockets with a path (${missing})`
    : `no files and programs (by Node alone), but the network of this machine (${missing})`;
}

async function checkFfmpeg({ config }: CommandContext): Promise<DoctorFinding> {
  const walls = await findWalls();
  const found = await findFfmpeg(config.media, walls);
  return describeProgram('ffmpeg', {
    path: 'path' in found ? found.path : undefined,
    variable: 'DECANT_FFMPEG_PATH',
    held: canHoldPrograms(walls) ? 'without network, in its own folder' : NOT_HELD,
    absent: `${'problem' in found ? found.problem : 'none'}: sound is left as it is, and not taken out of videos`,
  });
}

async function checkYtDlp({ config }: CommandContext): Promise<DoctorFinding> {
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
): Promise<DoctorFinding> {
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
): Promise<DoctorFinding> {
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
