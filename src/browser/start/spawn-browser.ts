import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { BrowserHome } from '../install/browser-home.ts';
import type { BrowserIdentity } from '../browser-identity.ts';
import { atExit } from './at-exit.ts';
import type { DeathWatch } from '../../confine/death-watch.ts';
import type { HeldLaunchers } from '../../confine/programs/held-launchers.ts';
import { browserFlags } from './browser-flags.ts';
import { heldPlaces } from './held-places.ts';
import { browserSpawnFailure } from '../browser-failure.ts';
import { createIdentity } from '../emulation/identity.ts';
import { CdpConnection } from '../cdp/cdp-connection.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpTransport } from '../cdp/cdp-transport.ts';
import { openPipeTransport, type BrowserPipe } from '../cdp/open-pipe-transport.ts';
import type { FoundBrowser } from '../install/find-browser.ts';
import { followTail } from './text-tail.ts';

export interface BrowserProgram {
  browser: Pick<FoundBrowser, 'executable' | 'libraryPath' | 'version'>;
  /** For FONTCONFIG_FILE; the system's own configuration when absent. */
  fontConfig?: string | undefined;
  /** This process's own user when absent. */
  identity: BrowserIdentity | undefined;
  /** `scheme://host:port`; when absent, only contexts with a proxy of their own reach anything. */
  proxyServer?: string | undefined;
  /** WebGL, drawn in software by a process outside the sandbox; false when absent. */
  hasWebGl?: boolean | undefined;
  /** Pages may open windows, and little of what they load is kept; false when absent. */
  isForSession?: boolean | undefined;
  /** Landlock of this machine (its version) holds the browser to its files and to the port of its proxy. */
  held?: { landlock: number; launchers: HeldLaunchers } | undefined;
  /** Ends it, and removes its folder, when this process is killed. */
  deathWatch?: DeathWatch | undefined;
  /** Makes what its connection speaks through; `openPipeTransport` when absent. */
  openTransport?: ((pipe: BrowserPipe) => CdpTransport) | undefined;
}

export interface BrowserProcess {
  processId: number;
  connection: CdpConnection;
  /**
   * Fulfils with how it ended (`signal SIGKILL`, `code 1`) when its whole process group has been killed and its folder is
   * gone; never rejects.
   */
  exited: Promise<string>;
  /** The last it wrote to standard error. */
  lastWords(): string;
  /** The only folder that it writes to. */
  folder: string;
  /** Kills the whole process group at once; does nothing once it has ended. */
  kill(): void;
}

/**
 * Runs a browser in its home folder, in a session of its own: Ctrl-C in a terminal stops Decant, which stops its
 * browsers.
 */
export async function spawnBrowser(
  program: BrowserProgram,
  home: BrowserHome,
  isSandboxed: boolean,
): Promise<BrowserProcess> {
  const { browser, fontConfig, identity, proxyServer, hasWebGl, isForSession, held } = program;
  const { executable, libraryPath, version } = browser;
  // A shared worker's user agent is that of the command line, and no call can change it.
  const userAgent =
    version === undefined ? undefined : createIdentity({ version: `/${version}`, isMobile: false }).userAgent;
  const flags = browserFlags({
    profile: home.profile,
    proxyServer,
    version,
    isSandboxed,
    hasWebGl,
    userAgent,
    isForSession,
  });
  const env = {
    HOME: home.path,
    TMPDIR: home.temporary,
    XDG_CACHE_HOME: home.path,
    XDG_CONFIG_HOME: home.path,
    LANG: 'en_US.UTF-8',
    TZ: 'America/New_York',
    // It has no business with the system's services.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    DBUS_SYSTEM_BUS_ADDRESS: 'disabled:',
    ...(fontConfig !== undefined && { FONTCONFIG_FILE: fontConfig }),
    ...(libraryPath !== undefined && { LD_LIBRARY_PATH: libraryPath }),
  };
  const order = { path: executable, args: flags, env, identity, folder: home.path };
  const child = attempt(executable, () => {
    if (!held) return spawn(executable, flags, { ...identity, ...SPAWNED, env, cwd: home.path });
    const { landlock, launchers } = held;
    const places = heldPlaces({ executable, libraryPath, fontConfig, home: home.path });
    const port = proxyServer === undefined ? undefined : Number(new URL(proxyServer).port);
    return launchers.start({ ...order, ...places, port, landlock });
  });
  return follow(child, { executable, home, ...program });
}

/** Chromium reads calls from 3 and writes answers to 4. */
export const BROWSER_STDIO = ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] as const;
const SPAWNED: SpawnOptions = { detached: true, stdio: [...BROWSER_STDIO] };

function attempt(executable: string, start: () => ChildProcess): ChildProcess {
  try {
    return start();
  } catch (error) {
    // Some failures are thrown, some arrive as an event.
    throw browserSpawnFailure(executable, error as NodeJS.ErrnoException);
  }
}

interface Followed extends Pick<BrowserProgram, 'openTransport' | 'deathWatch'> {
  executable: string;
  home: BrowserHome;
}

function follow(
  child: ChildProcess,
  { executable, home, deathWatch, openTransport = openPipeTransport }: Followed,
): Promise<BrowserProcess> {
  const started = Promise.withResolvers<BrowserProcess>();
  // Also emitted when a signal cannot be sent; only without an id has nothing been started.
  child.on('error', (error) => {
    if (child.pid === undefined) started.reject(browserSpawnFailure(executable, error));
  });
  const { pid } = child;
  if (pid === undefined) return started.promise;

  // Once it has been collected, its id may be another's.
  const kill = (): void => {
    if (child.exitCode === null && child.signalCode === null) killGroup(pid);
  };
  const lastWords = followTail(child.stderr!);
  const pipe = { toBrowser: child.stdio[3] as Writable, fromBrowser: child.stdio[4] as Readable };
  const connection = new CdpConnection(openTransport(pipe));
  // When this process ends without closing its browsers: they end with their pipe, but would leave their folders.
  deathWatch?.add(pid, home.path);
  const forgetAtExit = atExit(() => {
    kill();
    rmSync(home.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  });
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      // Its children would live on for a while, and write into the folder.
      killGroup(pid);
      resolve(signal === null ? `code ${code}` : `signal ${signal}`);
    });
  }).then(async (how) => {
    connection.close(new CdpError('closed', `The browser has ended (${how})`));
    await home.remove().catch(() => undefined);
    forgetAtExit();
    deathWatch?.remove(pid);
    return how;
  });
  started.resolve({ processId: pid, connection, exited, lastWords, folder: home.path, kill });
  return started.promise;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has gone.
  }
}
