import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pageAddress, pagePath, type PageKilobytes } from './page-address.ts';

const SERVER = fileURLToPath(new URL('local-web-server.ts', import.meta.url));

/** Generated pages on loopback, compressed and over kept connections, served by a process of its own. */
export interface LocalWeb extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  pid: number;
  /** The address of a page that nobody has asked for yet. */
  nextUrl(kilobytes: PageKilobytes): string;
}

export async function openLocalWeb(): Promise<LocalWeb> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVER], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const origin = await Promise.race([
    once(lines, 'line').then(([line]) => line as string),
    ended.then(() => Promise.reject(new Error('The local web ended before it was ready'))),
  ]);
  const counter = { next: 0 };
  return {
    origin,
    pid: child.pid as number,
    nextUrl: (kilobytes) => origin + pagePath(pageAddress(counter.next++, kilobytes)),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
