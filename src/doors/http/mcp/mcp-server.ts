import {
  McpServer,
  ResourceTemplate,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ERRORS } from '../../../contract/errors.ts';
import type { ToolDefinition } from '../../../contract/tools/tool.ts';
import { tools, TOOL_INSTRUCTIONS, type ToolInput, type ToolName } from '../../../contract/tools/index.ts';
import type { Log } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { fencePage } from '../../../models/fence.ts';
import type { ApiCalls } from './api-calls.ts';
import {
  extract,
  parse,
  readMore,
  scrape,
  type IllustratedAnswer,
  type ShownDocument,
  type ToolMeans,
} from './page-tools.ts';
import { actOnPage, closeSession } from './session-tools.ts';
import { cancelCrawl, crawl, listActivity, lookAtCrawl, map, search } from './site-tools.ts';

type Runs = { readonly [Name in ToolName]: (input: ToolInput<Name>, means: ToolMeans) => Promise<Answer> };

type Answer = string | IllustratedAnswer;

/** The work of each tool; one that is promised and missing does not compile. */
const RUNS: Runs = {
  scrape,
  read_more: readMore,
  extract,
  map,
  search,
  crawl,
  crawl_status: lookAtCrawl,
  crawl_cancel: cancelCrawl,
  parse,
  interact: actOnPage,
  interact_end: closeSession,
  activity: listActivity,
};

export interface McpServerParts {
  calls: ApiCalls;
  version: string;
  log: Log;
}

/** The tools and resources of a team, for one connection or one request of an agent. */
export function createMcpServer({ calls, version, log }: McpServerParts): McpServer {
  const server = new McpServer({ name: 'decant', version }, { instructions: TOOL_INSTRUCTIONS });
  for (const [name, definition] of Object.entries<ToolDefinition>(tools)) {
    const { title, description, input: inputSchema, annotations } = definition;
    const run = RUNS[name as ToolName] as (input: unknown, means: ToolMeans) => Promise<Answer>;
    server.registerTool(name, { title, description, inputSchema, annotations }, async (input, context) => {
      try {
        return asContent(await run(input, { calls, signal: context.mcpReq.signal, tell: tellerOf(context) }));
      } catch (error) {
        return { ...asContent(explain(error, log)), isError: true };
      }
    });
  }
  addResources(server, calls);
  return server;
}

/** Documents and jobs under addresses that a client can keep. */
function addResources(server: McpServer, calls: ApiCalls): void {
  const scrapes = new ResourceTemplate('decant://scrape/{id}', { list: undefined });
  const about = {
    title: 'A scraped page',
    description: 'Its Markdown, for a day.',
    mimeType: 'text/markdown',
  };
  server.registerResource('scrape', scrapes, about, async (uri, { id }, { mcpReq }) => {
    const { data } = await calls.call('scrapeStatus', { params: { id: String(id) } }, mcpReq.signal);
    const { fenced } = fencePage((data as ShownDocument).markdown ?? '');
    return { contents: [{ uri: uri.href, mimeType: about.mimeType, text: fenced }] };
  });
  const crawls = new ResourceTemplate('decant://crawl/{id}', { list: undefined });
  const aboutCrawls = { title: 'A crawl', description: 'Its state and pages.', mimeType: 'text/plain' };
  server.registerResource('crawl', crawls, aboutCrawls, async (uri, { id }, { mcpReq }) => {
    const means = { calls, signal: mcpReq.signal, tell: async () => {} };
    const text = await lookAtCrawl({ id: String(id), waitSeconds: 0, skip: 0 }, means);
    return { contents: [{ uri: uri.href, mimeType: aboutCrawls.mimeType, text }] };
  });
}

function asContent(answer: Answer): CallToolResult {
  const { text, picture }: IllustratedAnswer = typeof answer === 'string' ? { text: answer } : answer;
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  if (picture) {
    const data = Buffer.from(picture.bytes).toString('base64');
    content.push({ type: 'image', data, mimeType: picture.type });
  }
  return { content };
}

/** Progress is told to clients that sent a token for it. */
function tellerOf({ mcpReq }: ServerContext): ToolMeans['tell'] {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  return async function tell({ done, total, message }) {
    if (progressToken === undefined) return;
    const params = { progressToken, progress: done, ...(total !== undefined && { total }), message };
    await mcpReq.notify({ method: 'notifications/progress', params });
  };
}

/** An error as an agent can use it: what went wrong, and what to do next. Bugs are logged and shown to nobody. */
function explain(error: unknown, log: Log): string {
  if (!(error instanceof ServiceError)) {
    log.error('a tool failed', { error });
    return `${ERRORS.UNKNOWN_ERROR.message} (UNKNOWN_ERROR).`;
  }
  const { code, message, details } = error;
  const named = details === undefined ? '' : ` ${JSON.stringify(details)}`;
  return `${message} (${code}).${named} ${ERRORS[code].advice.replaceAll('`', '')}`;
}
