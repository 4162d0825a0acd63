import { mkdirSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const UNWRITTEN_GRACE_MS = 5000;

/**
 * A lock file that names the processes that hold it; it counts for as long as one of them lives, so nothing has to
 * be cleaned up after a kill.
 *
 * @param {string} path
 * @returns {{ add: (pid: number) => void, release: () => void } | undefined} undefined while another holds it
 */
export function tryInstallLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  removeWhenDead(path);
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  }
  return {
    add: (pid) => writeFileSync(path, `${process.pid} ${pid}`),
    release: () => rmSync(path, { force: true }),
  };
}

/** Two that find the same dead lock must not remove each other's fresh one: only the owner of the folder removes. */
function removeWhenDead(path) {
  if (isHeld(path)) return;
  const turn = `${path}.turn`;
  try {
    mkdirSync(turn);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (ageMs(turn) > UNWRITTEN_GRACE_MS) rmSync(turn, { recursive: true, force: true });
    return;
  }
  try {
    if (!isHeld(path)) rmSync(path, { force: true });
  } finally {
    rmdirSync(turn);
  }
}

function isHeld(path) {
  try {
    const holders = readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number);
    // Empty: made an instant ago and not written yet.
    return holders.length === 0 ? ageMs(path) < UNWRITTEN_GRACE_MS : holders.some(isAlive);
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(pid) {
  // Our own number in a lock that we did not take is from before a reboot or a new container.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}
