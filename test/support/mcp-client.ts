import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../node_modules/firecrawl-mcp/dist/index.js', import.meta.url));
const CALL_TIMEOUT_MS = 110_000;

/** What a tool answers. */
export interface ToolAnswer {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: any;
}

export interface McpClient extends AsyncDisposable {
  listTools(): Promise<string[]>;
  call(tool: string, args: Record<string, unknown>): Promise<ToolAnswer>;
}

/** The npm package `firecrawl-mcp` as a process of its own, spoken to over its standard input and output. */
export async function startMcpClient({ url, key }: { url: string; key: string }): Promise<McpClient> {
  const child = spawn(process.execPath, [SERVER], {
    env: { PATH: process.env['PATH'], FIRECRAWL_API_URL: url, FIRECRAWL_API_KEY: key },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (message: any) => void>();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });

  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const counter = { last: 0 };
  const request = (method: string, params: object): Promise<any> =>
    new Promise((resolve, reject) => {
      const id = ++counter.last;
      const timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), CALL_TIMEOUT_MS);
      waiting.set(id, (message) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
      });
      send({ id, method, params });
    });

  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'decant-tests', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    async listTools() {
      const { tools } = await request('tools/list', {});
      return tools.map(({ name }: { name: string }) => name);
    },
    call: (tool, args) => request('tools/call', { name: tool, arguments: args }),
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
