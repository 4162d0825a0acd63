/** A call that somebody outside sends to a browser. */
export interface DriverCall {
  id: number;
  method: string;
  params: Readonly<Record<string, unknown>>;
  sessionId: string | undefined;
}

/** Reads a message of a driver; undefined for a message that is no call. */
export function readCall(text: string): DriverCall | undefined {
  const message = parseObject(text);
  const { id, method, params = {}, sessionId } = message ?? {};
  const isCall =
    Number.isSafeInteger(id) &&
    typeof method === 'string' &&
    isObject(params) &&
    (sessionId === undefined || typeof sessionId === 'string');
  return isCall ? { id: id as number, method, params, sessionId } : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
