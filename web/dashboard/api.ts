import { signal } from '@preact/signals';

/** The team that has signed in, and its service. */
export interface Visitor {
  team: string;
  version: string;
  proof?: string;
  isKeyRequired: boolean;
  /** Sees the screens of the operator. */
  isOperator: boolean;
}

/** Undefined: nobody. */
export const visitor = signal<Visitor | undefined>(undefined);

/** An error of the service, in its words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  /** The answer as it came. */
  readonly body: unknown;

  constructor(status: number, body: { error?: string; code?: string }) {
    super(body.error ?? `The service answered ${status}`);
    this.status = status;
    this.code = body.code ?? '';
    this.body = body;
  }
}

/** An answer of the service; its shape is what the contract says of the endpoint. */
export interface Reply<Body = unknown> {
  status: number;
  body: Body;
  /** ms until the whole answer was there. */
  tookMs: number;
}

/** Calls the service; with a body it is a POST. Rejects with an ApiError when it refuses. */
export async function call<Body>(path: string, body?: unknown, init: RequestInit = {}): Promise<Reply<Body>> {
  const from = performance.now();
  const proof = visitor.value?.proof;
  const headers: Record<string, string> = { ...(proof !== undefined && { 'x-decant-proof': proof }) };
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
  const response = await fetch(new URL(path.slice(1), document.baseURI), {
    ...(body !== undefined && {
      method: 'POST',
      body: body instanceof FormData ? body : JSON.stringify(body),
    }),
    ...init,
    headers,
  });
  const text = await response.text();
  const answer = readJson(text);
  if (response.status === 401) visitor.value = undefined;
  if (!response.ok || answer.success === false) throw new ApiError(response.status, answer);
  return { status: response.status, body: answer as Body, tookMs: performance.now() - from };
}

interface Answer {
  success?: boolean;
  error?: string;
  code?: string;
}

function readJson(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return { error: 'The answer is no JSON' };
  }
}
