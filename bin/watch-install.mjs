import { existsSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

const LOOK_EVERY_MS = 1000;
/** Between two lines where lines cannot be rewritten. */
const LINE_EVERY_MS = 20_000;
/** npm itself goes on for minutes when nobody answers. */
const GIVE_UP_AFTER_MS = 15_000;
const REACH_MS = 8_000;

/**
 * Says how far an installation is, and calls `giveUp` when after a while no package has come and the registry cannot be
 * reached.
 *
 * @param {string} root
 * @param {string[]} wanted paths of packages, as package-lock.json names them
 * @param {{ isRegistryThere: () => Promise<boolean>, giveUp: () => void, out?: NodeJS.WriteStream }} options
 * @returns {() => void} ends the watch
 */
export function watchInstall(root, wanted, { isRegistryThere, giveUp, out = process.stderr }) {
  const startedAt = performance.now();
  let lineAt = startedAt;
  const registry = { isAsked: false, isAway: false };
  const before = countInstalled(root, wanted);
  const look = () => {
    const done = countInstalled(root, wanted);
    const now = performance.now();
    const text = `decant: ${done} of ${wanted.length} packages, ${Math.round((now - startedAt) / 1000)} s`;
    if (out.isTTY) out.write(`\r${text}\u001b[K`);
    else if (now - lineAt > LINE_EVERY_MS) {
      lineAt = now;
      out.write(`${text}\n`);
    }
    if (done > before || now - startedAt < GIVE_UP_AFTER_MS - REACH_MS) return;
    // Packages that npm has kept come without a registry, only later on a busy machine.
    if (registry.isAway && now - startedAt > GIVE_UP_AFTER_MS) giveUp();
    if (registry.isAsked) return;
    registry.isAsked = true;
    void isRegistryThere().then((isThere) => (registry.isAway = !isThere));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    if (out.isTTY) out.write('\r\u001b[K');
  };
}

function countInstalled(root, wanted) {
  return wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length;
}

/**
 * Whether somebody answers at the registry. True as well where that cannot be told, since requests go through a proxy.
 *
 * @param {URL | undefined} registry
 * @returns {Promise<boolean>}
 */
export async function isReachable(registry) {
  if (registry === undefined) return true;
  try {
    const host = registry.hostname.replace(/^\[|\]$/g, '');
    const { address } = await within(lookup(host));
    const port = Number(registry.port) || (registry.protocol === 'http:' ? 80 : 443);
    const socket = connect({ host: address, port });
    try {
      await within(
        new Promise((resolve, reject) => {
          socket.once('connect', resolve);
          socket.once('error', reject);
        }),
      );
    } finally {
      socket.destroy();
    }
    return true;
  } catch {
    return false;
  }
}

function within(work) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), REACH_MS / 2);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
