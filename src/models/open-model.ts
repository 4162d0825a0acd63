import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { openOperatorFetch, type OperatorFetchOptions } from '../net/operator-fetch.ts';
import { createOperatorWebFetch, type OperatorWebFetch } from '../net/operator-web-fetch.ts';
import { EndpointError } from './endpoint-error.ts';
import { withoutSystem, type ModelMessage } from './model-message.ts';

/** The form in which an answer is asked for. */
export type AnswerForm =
  | { type: 'text' | 'json' }
  | { type: 'schema'; schema: Readonly<Record<string, unknown>>; isStrict: boolean }
  | { type: 'tool'; schema: Readonly<Record<string, unknown>> };

/** Parts of a request that some endpoints take in another way. */
export interface Adaptations {
  /** `max_completion_tokens` in place of `max_tokens`. */
  readonly hasNewTokenLimit: boolean;
  readonly hasNoTemperature: boolean;
  /** The system's text stands at the beginning of the user's. */
  readonly hasNoSystemRole: boolean;
}

export interface ModelRequest {
  messages: readonly ModelMessage[];
  form: AnswerForm;
  adaptations: Adaptations;
}

export interface ModelReply {
  text: string;
  /** The thoughts that the endpoint keeps apart. */
  reasoning: string;
  /** The arguments of the tool that was called, as JSON. */
  toolInput: string | undefined;
  finish: 'stop' | 'length' | 'refused' | 'error';
  /** Tokens as the endpoint counts them. */
  promptTokens: number | undefined;
  completionTokens: number | undefined;
}

/** An endpoint and the model there. Disposing it closes every connection. */
export interface OpenModel extends AsyncDisposable {
  /** Tells endpoints and models apart; not for logs. */
  readonly id: string;
  /** Rejects with an EndpointError, as `OperatorWebFetch` does, or with an error of the library. */
  generate: (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>;
  /** Asks the endpoint for something else than an answer: the path is below its address. */
  get: (path: string, signal: AbortSignal) => Promise<{ status: number; text: string }>;
}

export interface ModelSettings {
  /** The address that ends before `/chat/completions`. */
  readonly baseUrl: URL;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly maxOutputTokens: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Members that every request has beside ours. */
  readonly extraBody: Readonly<Record<string, unknown>>;
}

export type OpenModelOptions = Pick<OperatorFetchOptions, 'ownPorts' | 'lookup' | 'certificateAuthorities'>;

const TOOL = 'answer';

/** Opens the way to a model; the library is loaded with the first request. */
export function openModel(settings: ModelSettings, options: OpenModelOptions): OpenModel {
  const { baseUrl, model } = settings;
  // The deadline of a request ends the wait for an answer, whose head comes after all of it was thought of.
  const limits = { headMs: 0, idleMs: 0 };
  const operator = openOperatorFetch({ ...options, endpoint: baseUrl, limits, mayResend: false });
  const fetch = createOperatorWebFetch({ send: operator.send, endpoint: baseUrl });
  const address = baseUrl.href.replace(/\/+$/, '');
  return {
    id: `${address} ${model}`,
    generate: (request, signal) => generate(settings, { request, signal, fetch, address }),
    async get(path, signal) {
      const response = await fetch(`${address}/${path}`, { headers: headersOf(settings), signal });
      return { status: response.status, text: await response.text() };
    },
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  };
}

function headersOf({ apiKey, headers }: ModelSettings): Record<string, string> {
  return { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...headers };
}

interface Call {
  request: ModelRequest;
  signal: AbortSignal;
  fetch: OperatorWebFetch;
  address: string;
}

async function generate(settings: ModelSettings, call: Call): Promise<ModelReply> {
  const { request, signal, fetch, address } = call;
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: address,
    headers: headersOf(settings),
    fetch: fetch as typeof globalThis.fetch,
    supportsStructuredOutputs: true,
    transformRequestBody: (body) => adaptBody(body, request, settings.extraBody),
  });
  try {
    const result = await provider.chatModel(settings.model).doGenerate({
      ...callOptions(request, settings.maxOutputTokens),
      abortSignal: signal,
    });
    return readReply(result);
  } catch (error) {
    throw asEndpointError(error);
  }
}

function callOptions(
  { messages, form, adaptations }: ModelRequest,
  maxOutputTokens: number,
): LanguageModelV4CallOptions {
  const said = adaptations.hasNoSystemRole ? withoutSystem(messages) : messages;
  const prompt = said.map(({ role, text }): LanguageModelV4CallOptions['prompt'][number] =>
    role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] },
  );
  return {
    prompt,
    maxOutputTokens,
    ...(!adaptations.hasNoTemperature && { temperature: 0 }),
    ...formOptions(form),
  };
}

function formOptions(form: AnswerForm): Partial<LanguageModelV4CallOptions> {
  switch (form.type) {
    case 'text':
      return {};
    case 'json':
      return { responseFormat: { type: 'json' } };
    case 'schema':
      return { responseFormat: { type: 'json', schema: form.schema, name: TOOL } };
    case 'tool':
      return {
        tools: [{ type: 'function', name: TOOL, inputSchema: form.schema }],
        toolChoice: { type: 'tool', toolName: TOOL },
      };
  }
}

type Body = Record<string, unknown>;

function adaptBody(
  given: Body,
  { form, adaptations }: ModelRequest,
  extra: Readonly<Record<string, unknown>>,
): Body {
  const { max_tokens, response_format, ...rest } = given;
  const limit = adaptations.hasNewTokenLimit ? { max_completion_tokens: max_tokens } : { max_tokens };
  return {
    ...rest,
    ...limit,
    ...(response_format !== undefined && { response_format: withoutFalseStrict(response_format, form) }),
    ...extra,
  };
}

/** Some endpoints refuse the very name `strict`: it is sent where it is true. */
function withoutFalseStrict(format: unknown, form: AnswerForm): unknown {
  if (form.type !== 'schema' || form.isStrict) return format;
  const { json_schema, ...rest } = format as { json_schema: Body };
  const { strict: _isStrict, ...schema } = json_schema;
  return { ...rest, json_schema: schema };
}

function readReply({ content, finishReason, usage }: LanguageModelV4GenerateResult): ModelReply {
  const texts = (type: 'text' | 'reasoning'): string =>
    content.flatMap((part) => (part.type === type ? [part.text] : [])).join('');
  const tool = content.find((part) => part.type === 'tool-call');
  return {
    text: texts('text'),
    reasoning: texts('reasoning'),
    toolInput: tool?.input,
    finish: FINISHES[finishReason.raw === 'error' ? 'error' : finishReason.unified] ?? 'stop',
    promptTokens: usage.inputTokens.total,
    completionTokens: usage.outputTokens.total,
  };
}

const FINISHES: Readonly<Record<string, ModelReply['finish']>> = {
  length: 'length',
  'content-filter': 'refused',
  error: 'error',
};

/** The library's error holds the whole prompt: it goes no further. */
function asEndpointError(error: unknown): unknown {
  if (!(error instanceof Error) || !error.name.startsWith('AI_')) return error;
  const { statusCode, responseHeaders, responseBody } = error as {
    statusCode?: number;
    responseHeaders?: Record<string, string>;
    responseBody?: string;
  };
  const { cause } = error;
  // There was no answer at all.
  if (statusCode === undefined && cause instanceof Error && !cause.name.startsWith('AI_')) return cause;
  return new EndpointError(statusCode ?? 200, responseHeaders ?? {}, responseBody ?? '{}');
}
