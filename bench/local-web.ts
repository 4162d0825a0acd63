import { fileURLToPath } from 'node:url';
import { pageAddress, pagePath, type PageKilobytes } from './page-address.ts';
import { openPageServerProcess, type PageServerProcess } from './page-server-process.ts';

const SERVER = fileURLToPath(new URL('local-web-server.ts', import.meta.url));

/** Generated pages on loopback, compressed and over kept connections, served by a process of its own. */
export interface LocalWeb extends PageServerProcess {
  /** The address of a page that nobody has asked for yet. */
  nextUrl(kilobytes: PageKilobytes): string;
}

export async function openLocalWeb(): Promise<LocalWeb> {
  const server = await openPageServerProcess(SERVER);
  const counter = { next: 0 };
  return {
    ...server,
    nextUrl: (kilobytes) => server.origin + pagePath(pageAddress(counter.next++, kilobytes)),
  };
}
