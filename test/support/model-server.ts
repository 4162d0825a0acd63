import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { completion, type HabitReply } from './habits/habit.ts';

/** A question as a model gets it. */
export interface AskedModel {
  /** All that is said to it, in order. */
  prompt: string;
  /** The request. */
  body: object;
  /** The text between the marks of the fence; '' when there is none. */
  page: string;
  hasTools: boolean;
  /** The names of the members that the answer must have. */
  members: readonly string[];
  /** The how-manieth request of all, from 1. */
  count: number;
}

/** The answer to one: a value that is sent as JSON, or a reply as it is. */
export type ModelAnswer = { value: unknown } | { reply: HabitReply };

/** An OpenAI-compatible endpoint whose model a test plays. */
export interface ModelServer extends AsyncDisposable {
  origin: string;
  /** The environment of a service that asks it. */
  environment: Record<string, string>;
  /** Everything that was asked, in order. */
  asked: AskedModel[];
  /** Plays the model from now on. */
  play: (answer: (asked: AskedModel) => ModelAnswer | Promise<ModelAnswer>) => void;
}

export const MODEL_KEY = 'sk-never-tell-anybody';
const USAGE = { prompt_tokens: 0, completion_tokens: 7, total_tokens: 7 };

export async function openModelServer(): Promise<ModelServer> {
  const asked: AskedModel[] = [];
  const role: { play: Parameters<ModelServer['play']>[0] } = { play: () => ({ value: {} }) };
  const server = createServer(
    (request, response) =>
      void (async () => {
        const body = JSON.parse((await text(request)) || '{}') as Body;
        const question = readQuestion(body, asked.length + 1);
        asked.push(question);
        const answer = await role.play(question);
        const reply =
          'reply' in answer
            ? answer.reply
            : completion(JSON.stringify(answer.value), { usage: usageOf(question) });
        response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
        response.end(reply.text ?? JSON.stringify(reply.json ?? {}));
      })(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    environment: {
      DECANT_LLM_BASE_URL: `${origin}/v1`,
      DECANT_LLM_MODEL: 'played',
      DECANT_LLM_API_KEY: MODEL_KEY,
    },
    asked,
    play: (answer) => void (role.play = answer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Body {
  tools?: unknown;
  messages?: Array<{ content: string | Array<{ text?: string }> | null }>;
  response_format?: { json_schema?: { schema?: { properties?: Record<string, unknown> } } };
}

function readQuestion(body: Body, count: number): AskedModel {
  const { messages = [], response_format, tools } = body;
  const parts = messages.map(({ content }) =>
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(''),
  );
  const prompt = parts.join('\n');
  const page = /<(page-[0-9a-f]+)>\n([^]*?)\n<\/\1>/.exec(prompt)?.[2] ?? '';
  return {
    prompt,
    body,
    page,
    hasTools: tools !== undefined,
    members: Object.keys(response_format?.json_schema?.schema?.properties ?? {}),
    count,
  };
}

/** About as many as such endpoints count. */
function usageOf({ prompt }: AskedModel): typeof USAGE {
  return { ...USAGE, prompt_tokens: Math.ceil(prompt.length / 4) };
}
