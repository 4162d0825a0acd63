import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/** Gives the address at which this client reaches the service: DECANT_PUBLIC_URL, else that of its request. */
export function baseUrl(
  request: Pick<FastifyRequest, 'headers'>,
  http: Pick<Config['http'], 'publicUrl' | 'isProxyTrusted'>,
): string {
  if (http.publicUrl !== undefined) return http.publicUrl;
  const forwarded = (name: string): string | undefined => {
    const value = http.isProxyTrusted ? request.headers[name] : undefined;
    return (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();
  };
  return `${forwarded('x-forwarded-proto') ?? 'http'}://${forwarded('x-forwarded-host') ?? request.headers.host ?? 'localhost'}`;
}
