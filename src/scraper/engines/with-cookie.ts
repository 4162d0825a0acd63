import type { EngineRequest } from './engine.ts';

/** The request as the browser's user makes it; the caller's own cookies are among those that the browser has. */
export function withCookie(request: EngineRequest, cookie: string | undefined): EngineRequest {
  if (cookie === undefined) return request;
  const others = Object.entries(request.options.headers).filter(([name]) => name.toLowerCase() !== 'cookie');
  return { ...request, options: { ...request.options, headers: { ...Object.fromEntries(others), cookie } } };
}
