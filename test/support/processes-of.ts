import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the living processes of a group; zombies have ended. */
export function processesOf(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [state, , processGroup] =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        return Number(processGroup) === group && state !== 'Z' && state !== 'X';
      } catch {
        return false;
      }
    })
    .map(Number);
}
