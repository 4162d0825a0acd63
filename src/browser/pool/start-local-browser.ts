import { dirname, join } from 'node:path';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { chooseBrowserIdentity, type BrowserIdentity } from '../browser-identity.ts';
import { findBrowser, type FoundBrowser, type NoBrowser } from '../install/find-browser.ts';
import { findSandboxProblem } from '../start/find-sandbox-problem.ts';
import { keepFontCache } from '../install/font-cache.ts';
import { readFontCoverage, type FontCoverage } from '../install/font-coverage.ts';
import { prepareFonts } from '../install/fonts.ts';
import type { LaunchOptions } from '../start/launch-browser.ts';
import { openBrowser, type Browser } from '../start/open-browser.ts';
import { removeAbandonedHomes } from '../install/remove-abandoned-homes.ts';
import { stagingParents } from '../install/stage-folder.ts';
import type { StartRequest } from './browser-supply.ts';

export interface LocalBrowserOptions extends Pick<LaunchOptions, 'temporaryFolders'> {
  dataDir: string;
  /** DECANT_BROWSER_SANDBOX: false when a browser may run without; true when absent. */
  needsSandbox?: boolean;
  /** DECANT_BROWSER_PATH. */
  configuredPath?: string | undefined;
  /** PATH. */
  searchPath?: string | undefined;
  /** Where browser and fonts are unpacked, best first; has a default. */
  unpackFolders?: readonly string[];
  log: Log;
}

/** The browser that is wanted; one for many contexts when no more is said. */
export type LocalStartRequest = StartRequest &
  Pick<LaunchOptions, 'proxyServer' | 'isForSession' | 'held' | 'deathWatch' | 'openTransport'>;

export interface LocalBrowserStart {
  /** Rejects with a `ServiceError` for the operator. */
  start(request: LocalStartRequest): Promise<Browser>;
  /** One sentence with the variable to set when there is no browser; finds and unpacks it. */
  problem(): Promise<string | undefined>;
  /** English names of scripts that a text uses and no font here can draw. */
  missingScripts(text: string): Promise<string[]>;
}

interface Prepared {
  browser: FoundBrowser;
  fontConfig: string | undefined;
  launchOptions: LaunchOptions;
}

/** Where systems keep theirs. */
const SYSTEM_FONTS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** A search that found no browser is made again after so long at the earliest. */
const PROBLEM_KEPT_MS = 30_000;

/** Browsers of this machine, or the bundled one; nothing is looked for before it is needed. */
export function createLocalBrowserStart(options: LocalBrowserOptions): LocalBrowserStart {
  const { dataDir, log, temporaryFolders } = options;
  const identity = chooseBrowserIdentity();
  const unpackFolders = options.unpackFolders ?? stagingParents(dataDir, identity);
  const preparation = createPreparation(() => prepareBrowser({ ...options, identity, unpackFolders }));
  const keepFonts = createKeepFonts(identity, log);
  let coverage: Promise<FontCoverage> | undefined;
  let hasCleanedUp = false;
  let canSandbox = true;

  function cleanUp(): void {
    if (hasCleanedUp) return;
    hasCleanedUp = true;
    void removeAbandonedHomes(identity, temporaryFolders).then((count) => {
      if (count > 0) log.info('removed the folders of browsers whose owner was killed', { count });
    });
  }

  async function start(request: LocalStartRequest): Promise<Browser> {
    cleanUp();
    const found = await preparation.result();
    if ('problem' in found) throw new ServiceError('SERVICE_UNAVAILABLE', { message: found.problem });
    try {
      const opened = await openBrowser({ ...found.launchOptions, ...request, trySandbox: canSandbox });
      noteSandbox(opened);
      await keepFonts(found, opened);
      found.browser.version ??= /\/([\d.]+)/.exec(opened.version)?.[1] ?? '';
      return opened;
    } catch (error) {
      // It may have gone, or be another by now.
      preparation.forget();
      throw error;
    }
  }

  function noteSandbox({ isSandboxed, warning }: Browser): void {
    if (isSandboxed || !canSandbox) return;
    canSandbox = false;
    if (warning !== undefined) log.warn(warning);
  }

  async function readCoverage(): Promise<FontCoverage> {
    const found = await preparation.result();
    const own = 'fontConfig' in found && found.fontConfig ? [join(dirname(found.fontConfig), 'fonts')] : [];
    return readFontCoverage([...own, ...SYSTEM_FONTS]);
  }

  return {
    start,
    missingScripts: async (text) => (await (coverage ??= readCoverage())).missingScripts(text),
    async problem() {
      const found = await preparation.result();
      return 'problem' in found ? found.problem : undefined;
    },
  };
}

interface Preparation {
  /**
   * Gives the result of the last preparation, unless it is forgotten. Not even a problem is looked for twice in a
   * while.
   */
  result(): Promise<Prepared | NoBrowser>;
  forget(): void;
}

function createPreparation(prepare: () => Promise<Prepared | NoBrowser>): Preparation {
  let prepared: Promise<Prepared | NoBrowser> | undefined;
  return {
    result() {
      if (!prepared) {
        const preparing = prepare();
        prepared = preparing;
        const forget = (): void => {
          if (prepared === preparing) prepared = undefined;
        };
        void preparing.then((found) => {
          if ('problem' in found) setTimeout(forget, PROBLEM_KEPT_MS).unref();
        }, forget);
      }
      return prepared;
    },
    forget() {
      prepared = undefined;
    },
  };
}

interface PrepareOptions extends LocalBrowserOptions {
  identity: BrowserIdentity | undefined;
  unpackFolders: readonly string[];
}

/** Finds and unpacks browser and fonts, and tries the sandbox where one is needed. */
async function prepareBrowser(options: PrepareOptions): Promise<Prepared | NoBrowser> {
  const { identity, unpackFolders, temporaryFolders, needsSandbox = true, log } = options;
  const browser = await findBrowser(options);
  if ('problem' in browser) return browser;
  const fontConfig = await prepareFonts(unpackFolders, identity).catch((error: unknown) => {
    log.warn('the fonts for the browser could not be unpacked: it has those of the system only', { error });
    return undefined;
  });
  const launchOptions: LaunchOptions = {
    browser,
    fontConfig,
    identity,
    needsSandbox,
    ...(temporaryFolders && { temporaryFolders }),
  };
  const problem = needsSandbox ? await findSandboxProblem(launchOptions) : undefined;
  return problem === undefined ? { browser, fontConfig, launchOptions } : { problem };
}

/**
 * Has the fonts read once for all browsers. `keepFonts` takes each new browser before anybody else gets it, while it has
 * shown no page.
 */
function createKeepFonts(identity: BrowserIdentity | undefined, log: Log) {
  const state = { isKept: false };
  return async function keepFonts({ fontConfig }: Prepared, { folder, processId }: Browser): Promise<void> {
    if (state.isKept || fontConfig === undefined || folder === undefined) return;
    try {
      state.isKept = await keepFontCache(fontConfig, { home: folder, group: processId, identity });
    } catch (error) {
      log.debug('fonts are read anew by each browser', { error: String(error) });
    }
  };
}
