import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { tryInstallLock } from './install-lock.mjs';
import { LaunchError } from './launch-error.mjs';
import { endLike, runChild } from './run-child.mjs';
import { isReachable, watchInstall } from './watch-install.mjs';

const LOCK_POLL_MS = 200;
const ASK_NPM_MS = 5000;

/**
 * Runs `npm ci`, without the development dependencies unless they are asked for or there already, when a package that package-lock.json asks for is missing or has another version; otherwise reads
 * two files and is done, without a process and without the network. Two starts at once install once.
 *
 * @param {string} root
 * @param {{ development: boolean }} options whether the development dependencies must be there too
 */
export async function ensureInstalled(root, { development }) {
  if (isInstalledPackage(root) || findStalePackages(root, development).length === 0) return;
  // The packages that `npm test` has installed stay: the two must not take turns in removing and installing it.
  const withDevelopment = development || hasDevelopment(root);

  const lockFile = join(root, '.cache', 'install.lock');
  const lock = await waitForLock(lockFile);
  try {
    const stale = findStalePackages(root, withDevelopment);
    if (stale.length > 0) await install(root, stale, lock, withDevelopment);
  } finally {
    lock.release();
  }
}

/** Whether `root` was itself installed by a package manager, which has then seen to the dependencies. */
export function isInstalledPackage(root) {
  return root.split(sep).includes('node_modules');
}

/** Paths of packages (as in package-lock.json) that are missing, or installed in another version than asked for. */
function findStalePackages(root, development) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  // npm writes this copy last, so it is absent after an interrupted installation.
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));

  return Object.entries(wanted)
    .filter(([path, entry]) => {
      // An extraneous one is asked for by nobody, and npm leaves it out.
      if (path === '' || entry.link || entry.extraneous || (entry.dev && !development)) return false;
      const found = installed[path];
      // An optional package may be missing: most are for other platforms.
      if (found === undefined) return !(entry.optional || entry.devOptional);
      return found.version !== entry.version || !existsSync(join(root, path, 'package.json'));
    })
    .map(([path]) => path);
}

function hasDevelopment(root) {
  const installed = Object.values(readPackages(join(root, 'node_modules', '.package-lock.json')));
  return installed.some((entry) => entry.dev);
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw new LaunchError(`${lockFile} cannot be read: ${error.message}`);
  }
}

async function waitForLock(lockFile) {
  for (let attempt = 0; ; attempt += 1) {
    const lock = tryInstallLock(lockFile);
    if (lock !== undefined) return lock;
    if (attempt === 0) say(`another start is installing the dependencies; waiting for it (${lockFile})`);
    await sleep(LOCK_POLL_MS);
  }
}

async function install(root, stale, lock, development) {
  say(
    `installing dependencies with npm ci (${stale.length} missing or outdated; a minute or two, about ${development ? 930 : 610} MB on disk)`,
  );
  const startedAt = performance.now();
  const givenUp = new AbortController();
  const endWatch = watchInstall(root, stale, {
    isRegistryThere: () => isReachable(findRegistry(root)),
    giveUp: () => givenUp.abort(),
  });
  const outcome = await runNpmCi(root, { lock, development, signal: givenUp.signal }).finally(endWatch);
  if (givenUp.signal.aborted) throw noRegistry(root, 1);
  if (outcome.signal !== null) return endLike(outcome);
  if (outcome.code !== 0) {
    if (!(await isReachable(findRegistry(root)))) throw noRegistry(root, outcome.code ?? 1);
    throw new LaunchError('npm ci failed; its messages are above.', outcome.code ?? 1);
  }
  say(`installed in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

function noRegistry(root, exitCode) {
  return new LaunchError(
    `the packages cannot be fetched: ${findRegistry(root)?.host} cannot be reached. Is there a network? Start again when there is: what has come is kept.`,
    exitCode,
  );
}

/** Where npm gets packages from; undefined behind a proxy, where nobody else can tell whether it is reached. */
function findRegistry(root) {
  const { env } = process;
  const proxies = ['https_proxy', 'http_proxy', 'proxy', 'npm_config_https_proxy', 'npm_config_proxy'];
  if (proxies.some((name) => env[name] || env[name.toUpperCase()])) return undefined;
  const said = env.npm_config_registry ?? askNpm(root);
  return URL.canParse(said) ? new URL(said) : undefined;
}

/** A setting of npm may stand in any of its files. */
function askNpm(root) {
  const [command, args, shell] = npmCommand(['config', 'get', 'registry']);
  const answer = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell, timeout: ASK_NPM_MS });
  return answer.stdout?.trim() ?? '';
}

function runNpmCi(root, { lock, development, signal }) {
  // The service needs the optional ones too, and a setting (`omit`, NODE_ENV) must not leave out what we ask for.
  const include = ['--include=optional', development ? '--include=dev' : '--omit=dev'];
  // By default npm waits minutes between its attempts.
  const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'];
  // Warnings are left out: most say that a package wants a newer Node than npm's own, which will run none of them.
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const [command, args, shell] = npmCommand(['ci', ...quiet, ...retries, ...include]);
  // The standard output belongs to the command that follows: npm writes to the standard error.
  const options = { cwd: root, stdio: ['ignore', 2, 2], shell, signal };

  return runChild(command, args, options, lock.add).catch((error) => {
    if (signal.aborted) return { code: 1, signal: null };
    throw new LaunchError(`npm cannot be started (${error.message}): install npm, or run "npm ci" yourself.`);
  });
}

/** The npm that started us, else the one on the PATH: command, arguments, whether it needs a shell. */
export function npmCommand(args) {
  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env;
  return npmScript !== undefined && basename(npmScript) === 'npm-cli.js'
    ? [npmNode ?? process.execPath, [npmScript, ...args], false]
    : ['npm', args, process.platform === 'win32'];
}

function say(message) {
  process.stderr.write(`decant: ${message}\n`);
}
