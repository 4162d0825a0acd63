import { spawn } from 'node:child_process';

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const BURST_MS = 1000;

/**
 * Runs a command to its end and hands it the signals that this process receives. A terminal sends Ctrl-C to the
 * child as well, and npm sends it on once more: a burst is forwarded once, and the child must take signals that
 * arrive within a second as one.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(pid: number) => void} [onSpawn]
 * @returns {Promise<{ code: number | null, signal: string | null }>} rejects when it cannot be started
 */
export function runChild(command, args, options, onSpawn) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    const lastForwarded = new Map();

    const forward = (signal) => {
      // On Windows `kill` ends the child at once, and the console has told it of the Ctrl-C already.
      if (process.platform === 'win32') return;
      const now = performance.now();
      if (now - (lastForwarded.get(signal) ?? -Infinity) < BURST_MS) return;
      lastForwarded.set(signal, now);
      child.kill(signal);
    };
    const stopForwarding = () => {
      for (const signal of FORWARDED_SIGNALS) process.off(signal, forward);
    };

    for (const signal of FORWARDED_SIGNALS) process.on(signal, forward);
    child.once('spawn', () => onSpawn?.(child.pid));
    child.once('error', (/** @type {Error} */ error) => {
      stopForwarding();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      stopForwarding();
      resolve({ code, signal });
    });
  });
}

/**
 * Ends this process the way its child ended, so that a shell or a supervisor sees no difference.
 *
 * @param {{ code: number | null, signal: string | null }} outcome
 */
export function endLike({ code, signal }) {
  if (signal === null) process.exit(code ?? 1);
  process.kill(process.pid, signal);
}
