import { existsSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { tryInstallLock } from './install-lock.mjs';
import { LaunchError } from './launch-error.mjs';
import { endLike, runChild } from './run-child.mjs';

const LOCK_POLL_MS = 200;

/**
 * Runs `npm ci` when a package that package-lock.json asks for is missing or has another version; otherwise reads
 * two files and is done, without a process and without the network. Two starts at once install once.
 *
 * @param {string} root
 * @param {{ development: boolean }} options whether the development dependencies must be there too
 */
export async function ensureInstalled(root, { development }) {
  if (isInstalledPackage(root) || findStalePackages(root, development).length === 0) return;

  const lockFile = join(root, '.cache', 'install.lock');
  const lock = await waitForLock(lockFile);
  try {
    const stale = findStalePackages(root, development);
    if (stale.length > 0) await install(root, stale, lock, development);
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
    `installing dependencies with npm ci (${stale.length} missing or outdated; usually under a minute, about 710 MB on disk)`,
  );
  const startedAt = performance.now();
  const outcome = await runNpmCi(root, lock, development);
  if (outcome.signal !== null) return endLike(outcome);
  if (outcome.code !== 0) {
    throw new LaunchError('npm ci failed; its messages are above.', outcome.code ?? 1);
  }
  say(`installed in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

function runNpmCi(root, lock, development) {
  // The service needs the optional ones too, and a setting (`omit`, NODE_ENV) must not leave out what we ask for.
  const include = ['--include=optional', ...(development ? ['--include=dev'] : [])];
  // Warnings are left out: most say that a package wants a newer Node than npm's own, which will run none of them.
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...include];
  // The standard output belongs to the command that follows: npm writes to the standard error.
  const options = { cwd: root, stdio: ['ignore', 2, 2] };

  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env;
  const [command, commandArgs] =
    npmScript !== undefined && basename(npmScript) === 'npm-cli.js'
      ? [npmNode ?? process.execPath, [npmScript, ...args]]
      : ['npm', args];
  const shell = command === 'npm' && process.platform === 'win32';

  return runChild(command, commandArgs, { ...options, shell }, lock.add).catch((error) => {
    throw new LaunchError(`npm cannot be started (${error.message}): install npm, or run "npm ci" yourself.`);
  });
}

function say(message) {
  process.stderr.write(`decant: ${message}\n`);
}
