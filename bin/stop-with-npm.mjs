import { readFileSync } from 'node:fs';

const POLL_MS = 1000;

/**
 * Ends this process (SIGTERM) when the npm that runs it is gone. npm hands its signals to the shell it started,
 * and that shell ends without handing them on: `kill` on `npm start` would leave the service running for ever.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const before = ancestors();
  const poll = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(poll);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  poll.unref();
}

/** Our parent and, where that is the shell between npm and us, its parent: which one is known on Linux only. */
function ancestors() {
  const { ppid } = process;
  const shell = /^\d+ \((?!npm).*\) \S (?<parent>\d+)/s.exec(readStat(ppid));
  return shell === null ? `${ppid}` : `${ppid} ${shell.groups.parent}`;
}

function readStat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
