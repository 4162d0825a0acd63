import { fileURLToPath } from 'node:url';
import { openPageServerProcess, type PageServerProcess } from '../page-server-process.ts';

const SERVER = fileURLToPath(new URL('app-web-server.ts', import.meta.url));

export type AppKind = 'simple' | 'heavy';

/** Generated applications on loopback, served by a process of its own. */
export interface AppWeb extends PageServerProcess {
  /** The address of applications of a kind, without their numbers. */
  folder(kind: AppKind): string;
  /** The first of so many numbers that nobody has asked for yet. */
  take(count: number): number;
}

export async function openAppWeb(): Promise<AppWeb> {
  const server = await openPageServerProcess(SERVER);
  const counter = { next: 1 };
  return {
    ...server,
    folder: (kind) => `${server.origin}/${kind}/`,
    take(count) {
      const first = counter.next;
      counter.next += count;
      return first;
    },
  };
}
