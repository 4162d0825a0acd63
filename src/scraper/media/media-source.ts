import type { Readable } from 'node:stream';

/**
 * Fetches through the egress guard, which follows redirects; `url` is where they led, for addresses in playlists. The body
 * is destroyed by who got it.
 */
export type OpenMediaStream = (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ status: number; contentType: string | undefined; body: Readable; url?: string }>;

/** A medium on its way. */
export interface OpenMedium {
  stream: Readable;
  kind: 'audio' | 'video';
  mimeType: string;
  /** Sound that belongs to a silent film. */
  sound?: OpenMedium;
}
