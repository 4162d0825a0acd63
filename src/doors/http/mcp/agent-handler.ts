import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { Log } from '../../../lib/log/log.ts';
import { createLocalCalls, type LocalCallsOptions } from './local-calls.ts';
import { createMcpServer } from './mcp-server.ts';

/** Makes what answers the messages of an agent with the tools, for one caller. */
export function createAgentHandler({
  version,
  log,
  ...parts
}: LocalCallsOptions & { version: string; log: Log }): McpHttpHandler {
  const calls = createLocalCalls(parts);
  return createMcpHandler(() => createMcpServer({ calls, version, log }), {
    onerror: (error) => log.debug('a message of an agent was refused', { error }),
  });
}
