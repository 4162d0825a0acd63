import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Processes of a group that are alive: one that has ended may still be a number. */
export async function livingOf(group: number): Promise<string[]> {
  const living: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(path.join('/proc', pid, 'stat'), 'latin1').catch(() => '');
    const [state, , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(of) === group && state !== 'Z' && state !== 'X') living.push(pid);
  }
  return living;
}
