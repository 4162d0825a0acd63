import { availableParallelism, homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { issueMessage } from './contract/issue-message.ts';
import { BROWSER_VARIABLES, browserConfigOf, type BrowserConfig } from './lib/settings/browser-settings.ts';
import { LOG_LEVELS } from './lib/log/log.ts';
import { INDEX_VARIABLES, indexConfigOf, type IndexConfig } from './lib/settings/index-settings.ts';
import {
  MODEL_VARIABLES,
  modelConfigOf,
  modelConfigProblem,
  type ModelConfig,
} from './lib/settings/model-settings.ts';
import { pageSettingsOf } from './lib/settings/page-settings.ts';
import type { ProxyEntry } from './lib/settings/proxy-list.ts';
import {
  SEARCH_VARIABLES,
  searchConfigOf,
  searchConfigProblem,
  type SearchConfig,
} from './lib/settings/search-settings.ts';
import {
  addressList,
  describeSettings,
  httpUrl,
  languageList,
  postgresUrl,
  printableText,
  proxyList,
  serverList,
  wholeNumber,
} from './lib/settings/setting-schemas.ts';
import { SESSION_VARIABLES, sessionConfigOf, type SessionConfig } from './lib/settings/session-settings.ts';
import { describeSettingProblem, findUnknownSettings } from './lib/settings/setting-problems.ts';

/** The folder of this package. */
export const PACKAGE_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Version of this package. */
export const VERSION: string = (
  JSON.parse(readFileSync(path.join(PACKAGE_FOLDER, 'package.json'), 'utf8')) as { version: string }
).version;

const IS_CHECKOUT = !PACKAGE_FOLDER.split(path.sep).includes('node_modules');

/** A checkout keeps its data beside its code, an installed package in the home folder. */
const DEFAULT_DATA_DIR = IS_CHECKOUT ? path.join(PACKAGE_FOLDER, 'data') : path.join(homedir(), '.decant');

/** Processes that read files, when the operator does not say it: each may take a gigabyte. */
const MAX_READERS = 4;
/** Processes of readers end when they have been idle for this long: a service at rest should cost no memory. */
const READER_IDLE_MS = 20_000;

/** Every variable that Decant reads. The description is what `--help`, `.env.example` and the docs show. */
const variables = {
  PORT: wholeNumber(0, 65_535).default(3002).describe('Port of the HTTP service; 0 takes a free one.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. Use 0.0.0.0 to be reached from other machines.'),
  DATABASE_URL: postgresUrl
    .optional()
    .describe('PostgreSQL 15 or newer. Without it Decant runs its own PostgreSQL inside the data folder.'),
  DECANT_DATA_DIR: z
    .string()
    .default(DEFAULT_DATA_DIR)
    .transform((folder) => path.resolve(folder))
    .describe('Data folder: database, secret, API key. Back up this one folder.'),
  DECANT_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'Secret that every signing and encryption key is derived from. Generated into the data folder when absent; processes that share a database must share it.',
    ),
  DECANT_API_KEY: printableText
    .min(8, 'must have at least 8 characters')
    .optional()
    .describe('An API key to accept for the default team, beside the generated ones. For automation.'),
  DECANT_URL: httpUrl
    .optional()
    .describe(
      'Service that every command with the flag `--service` asks where the flag is not given, with DECANT_API_KEY.',
    ),
  DECANT_AUTH: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` accepts requests without a key. Only together with a loopback HOST.'),
  DECANT_READ: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` closes `GET /read/https://...`, which answers with Markdown as text.'),
  DECANT_PUBLIC_URL: httpUrl
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address under which clients reach this service, used for links in answers. Default: the host of each request.',
    ),
  DECANT_ALLOW_ADDRESSES: addressList
    .default([])
    .describe(
      'Comma list of CIDRs, hosts or host:port that may be scraped although they are not public, for example `10.0.0.0/8,wiki.intra:8080`.',
    ),
  DECANT_DNS_SERVERS: serverList
    .default([])
    .describe(
      'Comma list of the name servers to ask, for example `10.0.0.53,[fd00::53]:5353`. Default: those of the system, and what else it knows names from. The hosts file counts in any case.',
    ),
  DECANT_TRUST_PROXY: z
    .enum(['on', 'off'])
    .default('off')
    .describe('`on` believes X-Forwarded-Proto and X-Forwarded-Host of the reverse proxy in front.'),
  DECANT_LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .describe('How much is logged: trace, debug, info, warn, error or silent.'),
  DECANT_MAX_PAGE_BYTES: wholeNumber(1_000, 1_000_000_000)
    .default(50_000_000)
    .describe('Largest page that is fetched, in bytes after decompression.'),
  DECANT_CACHE_MAX_BYTES: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .default(5_000_000_000)
    .describe(
      'Size of the page cache, in bytes as stored (compressed). Of teams with more than their share of it the oldest pages go first. 0 keeps nothing.',
    ),
  ...INDEX_VARIABLES,
  DECANT_HISTORY_MAX_BYTES: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .default(5_000_000_000)
    .describe(
      'Earlier versions of pages that are kept of each team for change tracking, in bytes as stored (compressed). Beyond it pages that are new are not kept, and their documents say so.',
    ),
  DECANT_CONVERT_THREADS: wholeNumber(1, 64)
    .optional()
    .describe('Threads that convert large pages. Default: the number of cores, at most 8.'),
  DECANT_SPARE_CORES: wholeNumber(0, 64)
    .optional()
    .describe("Cores that convert pages of any size beside the main thread's. Default: all but one."),
  DECANT_PAGE_MEMORY_BYTES: wholeNumber(1_000_000, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe(
      'Memory in which pages of more than 1 MB are converted, in bytes; those that find none wait. Default: 30 % of what the machine or the container has.',
    ),
  DECANT_READERS: wholeNumber(1, 64)
    .optional()
    .describe(
      'Processes that read files (PDF, Word, ...) at a time, some 100 MB each and up to 1.2 GB. Default: the number of cores, at most 4.',
    ),
  DECANT_OCR_LANGUAGES: languageList
    .default(['eng'])
    .describe(
      'Comma list of the languages that scans and images are in. `eng`, `deu`, `fra` and `spa` are there; others are npm packages: `npm install @tesseract.js-data/ita`.',
    ),
  ...BROWSER_VARIABLES,
  DECANT_PROXIES_BASIC: proxyList
    .default([])
    .describe(
      'Comma list of proxies that pages are fetched through: `http://user:password@host:port`, also https and socks5, each for one country when it begins with its code: `DE=socks5://host:1080`.',
    ),
  DECANT_PROXIES_ENHANCED: proxyList
    .default([])
    .describe('The same for `proxy: enhanced`, and for `auto` when a site blocks the request.'),
  DECANT_BLOB_STORE: z
    .string()
    .optional()
    .describe(
      'Where screenshots, PDFs, audio and video are kept: a folder, or `s3://bucket/prefix?endpoint=https://...&region=...`. Default: `blobs` in the data folder.',
    ),
  DECANT_FFMPEG_PATH: z
    .string()
    .optional()
    .describe(
      'An ffmpeg, which makes MP3 of sound and one file of streams. Default: the one on the PATH, where this system can confine it (see `decant doctor`).',
    ),
  DECANT_YT_DLP_PATH: z
    .string()
    .optional()
    .describe(
      'A yt-dlp for the formats audio and video, on pages that offer no file themselves. Default: none is used.',
    ),
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Key id of who writes to the bucket of DECANT_BLOB_STORE.'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of AWS_ACCESS_KEY_ID.'),
  AWS_SESSION_TOKEN: z
    .string()
    .optional()
    .describe('The session token of AWS_ACCESS_KEY_ID, where there is one.'),
  ...MODEL_VARIABLES,
  ...SEARCH_VARIABLES,
  ...SESSION_VARIABLES,
  DECANT_WORKER_CONCURRENCY: wholeNumber(1, 10_000)
    .default(100)
    .describe('Pages of crawls and batch scrapes that this process works on at a time, at most.'),
};

const environmentSchema = z.object(variables);

/** Every variable with its description and default, for `--help`, `.env.example` and the docs. */
export const configVariables: ReturnType<typeof describeSettings> = describeSettings(variables, {
  DECANT_DATA_DIR: '`data` in a checkout, `~/.decant` when installed',
});

export interface Config {
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly publicUrl: string | undefined;
    readonly isProxyTrusted: boolean;
    /** `GET /read/...` is answered. */
    readonly isReadOpen: boolean;
  };
  readonly serviceUrl: string | undefined;
  readonly auth: { readonly isRequired: boolean; readonly apiKey: string | undefined };
  readonly database: { readonly url: string | undefined };
  readonly dataDir: string;
  readonly secret: string | undefined;
  readonly net: {
    readonly allowAddresses: readonly string[];
    readonly maxPageBytes: number;
    /** Name servers; undefined: those of the system. */
    readonly dnsServers: readonly string[] | undefined;
  };
  readonly browser: BrowserConfig;
  readonly media: {
    readonly ffmpegPath: string | undefined;
    readonly ytDlpPath: string | undefined;
    /** PATH, where an ffmpeg may lie. */
    readonly searchPath: string | undefined;
  };
  readonly proxies: { readonly basic: readonly ProxyEntry[]; readonly enhanced: readonly ProxyEntry[] };
  readonly blobs: {
    readonly location: string | undefined;
    readonly accessKeyId: string | undefined;
    readonly secretAccessKey: string | undefined;
    readonly sessionToken: string | undefined;
  };
  readonly cache: { readonly maxBytes: number };
  readonly searchIndex: IndexConfig;
  /** The most bytes of earlier versions for each team. */
  readonly history: { readonly maxBytes: number };
  readonly worker: { readonly concurrency: number };
  readonly convert: Readonly<Record<'threads' | 'spareCores' | 'memoryBytes', number | undefined>>;
  readonly readers: {
    readonly maxProcesses: number;
    readonly idleMs: number;
    readonly ocrLanguages: readonly string[];
  };
  readonly model: ModelConfig | undefined;
  readonly search: SearchConfig;
  readonly sessions: SessionConfig;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Settings that decide what comes of pages, as they were given; may hold secrets. */
  readonly pageSettings: ReadonlyMap<string, string>;
  /** Variables that nobody reads, probably misspelt: a sentence each. */
  readonly warnings: readonly string[];
}

/** A setting that cannot be used; the message names the variable and what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

/** Variables of the process, and those of a file `.env` in the current folder for what the process does not set. */
function readEnvironment(): NodeJS.ProcessEnv {
  try {
    return { ...parseEnv(readFileSync('.env', 'utf8')), ...process.env };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return process.env;
    throw new ConfigError(`The file .env cannot be read: ${String(error)}`);
  }
}

/** Empty values count as not set. */
function parseVariables(environment: NodeJS.ProcessEnv): z.infer<typeof environmentSchema> {
  const given = Object.fromEntries(
    Object.keys(variables).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = environmentSchema.safeParse(given, { error: issueMessage });
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(describeSettingProblem).join('\n'));
  const env = parsed.data;
  const problem = modelConfigProblem(given) ?? searchConfigProblem(env);
  if (problem !== undefined) throw new ConfigError(problem);
  if (env.DECANT_AUTH === 'off' && !LOOPBACK_HOSTS.has(env.HOST)) {
    throw new ConfigError(
      `DECANT_AUTH=off would open this service to everyone who can reach HOST=${env.HOST}. Use it with HOST=127.0.0.1 only, or set DECANT_AUTH=on.`,
    );
  }
  return env;
}

/** Reads the environment: the only place that does. Empty values count as not set. */
export function loadConfig(environment: NodeJS.ProcessEnv = readEnvironment()): Config {
  const env = parseVariables(environment);
  return Object.freeze({
    http: httpSettings(env),
    serviceUrl: env.DECANT_URL,
    auth: Object.freeze({ isRequired: env.DECANT_AUTH === 'on', apiKey: env.DECANT_API_KEY }),
    database: Object.freeze({ url: env.DATABASE_URL }),
    dataDir: env.DECANT_DATA_DIR,
    secret: env.DECANT_SECRET,
    net: Object.freeze({
      allowAddresses: env.DECANT_ALLOW_ADDRESSES,
      maxPageBytes: env.DECANT_MAX_PAGE_BYTES,
      dnsServers: env.DECANT_DNS_SERVERS.length > 0 ? env.DECANT_DNS_SERVERS : undefined,
    }),
    browser: browserConfigOf(env, environment['PATH']),
    media: Object.freeze({
      ffmpegPath: env.DECANT_FFMPEG_PATH,
      ytDlpPath: env.DECANT_YT_DLP_PATH,
      searchPath: environment['PATH'],
    }),
    proxies: Object.freeze({ basic: env.DECANT_PROXIES_BASIC, enhanced: env.DECANT_PROXIES_ENHANCED }),
    blobs: Object.freeze({
      location: env.DECANT_BLOB_STORE,
      accessKeyId: env.AWS_ACCESS_KEY_ID,
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
      sessionToken: env.AWS_SESSION_TOKEN,
    }),
    cache: Object.freeze({ maxBytes: env.DECANT_CACHE_MAX_BYTES }),
    searchIndex: indexConfigOf(env),
    history: Object.freeze({ maxBytes: env.DECANT_HISTORY_MAX_BYTES }),
    worker: Object.freeze({ concurrency: env.DECANT_WORKER_CONCURRENCY }),
    convert: Object.freeze({
      threads: env.DECANT_CONVERT_THREADS,
      spareCores: env.DECANT_SPARE_CORES,
      memoryBytes: env.DECANT_PAGE_MEMORY_BYTES,
    }),
    readers: Object.freeze({
      maxProcesses: env.DECANT_READERS ?? Math.min(MAX_READERS, availableParallelism()),
      idleMs: READER_IDLE_MS,
      ocrLanguages: env.DECANT_OCR_LANGUAGES,
    }),
    model: modelConfigOf(env),
    search: searchConfigOf(env),
    sessions: sessionConfigOf(env, process.availableMemory()),
    logLevel: env.DECANT_LOG_LEVEL,
    pageSettings: pageSettingsOf(environment),
    warnings: findUnknownSettings(Object.keys(environment), Object.keys(variables)),
  });
}

function httpSettings(env: ReturnType<typeof parseVariables>): Config['http'] {
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.DECANT_PUBLIC_URL,
    isProxyTrusted: env.DECANT_TRUST_PROXY === 'on',
    isReadOpen: env.DECANT_READ === 'on',
  });
}
