import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { VERSION } from '../config.ts';
import { MAX_UPLOAD_BYTES } from '../contract/requests/parse.ts';
import { createMcpServer } from '../doors/http/mcp/mcp-server.ts';
import type { ApiCalls, FileForAgent } from '../doors/http/mcp/api-calls.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { Command, CommandContext } from './command/command.ts';
import { openCallsHere } from './mcp/calls-here.ts';
import { createRemoteCalls } from './mcp/remote-calls.ts';
import { SERVICE_FLAG_HELP } from './output/document-flags.ts';
import { readArgs } from './read-args.ts';
import { namedService, openServiceClient } from './command/service-client.ts';

export const mcp: Command = {
  usage: '[options]',
  help: () => `Usage: decant mcp [options]

Speaks the Model Context Protocol over standard input and output: tools to scrape, search, map,
crawl, parse, extract and act on live pages. Agents start it themselves, for example with
{"command": "decant", "args": ["mcp"]}. Without --service it works by itself, with the database
of the data folder. A running service has the same tools at POST /mcp.

${SERVICE_FLAG_HELP}
`,
  async run(context) {
    const { values } = readArgs(context.args, { service: { type: 'string' } });
    await using stack = new AsyncDisposableStack();
    const service = namedService(values.service, context.config);
    const calls =
      service === undefined
        ? stack.use(openCallsHere(context, readForAgent)).calls
        : createRemoteCalls(stack.use(openServiceClient(service, context)), readForAgent);
    await serve(calls, context);
    return 0;
  },
};

/** Serves one agent until it closes its end, or this process is asked to end. */
async function serve(calls: ApiCalls, { log, signal }: CommandContext): Promise<void> {
  const handle = serveStdio(() => createMcpServer({ calls, version: VERSION, log }), {
    transport: new StdioServerTransport(),
    onerror: (error) => log.warn('a message of the agent was refused', { error }),
  });
  const ended = new AbortController();
  try {
    await Promise.race([
      once(process.stdin, 'end', { signal: ended.signal }),
      once(process.stdin, 'close', { signal: ended.signal }),
      signal.aborted ? undefined : once(signal, 'abort', { signal: ended.signal }),
    ]).catch(() => undefined);
  } finally {
    ended.abort();
    await handle.close();
  }
}

async function readForAgent(given: string): Promise<FileForAgent> {
  try {
    const { size } = await stat(given);
    if (size > MAX_UPLOAD_BYTES)
      throw new ServiceError('BODY_TOO_LARGE', { message: 'A file has 50 MB at most' });
    return { name: path.basename(given), bytes: await readFile(given) };
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('BAD_REQUEST', { message: `The file cannot be read: ${given}`, cause });
  }
}
