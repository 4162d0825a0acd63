import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CalledService } from './test-service.ts';

const CLI = fileURLToPath(new URL('../../node_modules/firecrawl-cli/dist/index.js', import.meta.url));

/** The npm package `firecrawl-cli`, which finds neither settings nor a home of whoever runs the tests. */
export function runPublicCli(
  args: readonly string[],
  { home, service }: { home: string; service: Pick<CalledService, 'url' | 'key'> },
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [CLI, ...args],
      {
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          FIRECRAWL_API_URL: service.url,
          FIRECRAWL_API_KEY: service.key,
          FIRECRAWL_NO_TELEMETRY: '1',
          FIRECRAWL_NO_UPDATE_CHECK: '1',
        },
        cwd: home,
        timeout: 40_000,
      },
      (error, stdout, stderr) =>
        resolve({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, stdout, stderr }),
    );
  });
}
