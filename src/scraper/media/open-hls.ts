import { Readable } from 'node:stream';
import { readHlsPlaylist, type HlsPlaylist, type HlsSegment, type HlsVariant } from './hls-playlist.ts';
import type { MediaKind } from './media-failure.ts';
import type { OpenMediaStream, OpenMedium } from './media-source.ts';
import { sniffMediaType } from './media-type.ts';
import { MediumError, refusedMedium } from './medium-error.ts';
import { peek } from './peek.ts';

interface OpenHlsOptions {
  want: MediaKind;
  /** Bits a second that the picture may take; the smallest one is taken when all are above. */
  maxBandwidth: number;
  /** Whether sound and picture that are apart can be put together. */
  canMux: boolean;
  fetchStream: OpenMediaStream;
  signal: AbortSignal;
}

const MAX_PLAYLIST_BYTES = 8 * 1024 * 1024;
const HEAD_BYTES = 512;

/**
 * A recorded HLS stream as one file: its pieces one after the other. Throws a `MediumError` for live streams and
 * encrypted ones.
 */
export async function openHls(url: string, playlist: Readable, options: OpenHlsOptions): Promise<OpenMedium> {
  const first = readHlsPlaylist(await readText(playlist), new URL(url));
  if (first === undefined) throw new MediumError('the playlist cannot be read');
  if (first.kind === 'media') return openMediaPlaylist(first, options);
  const { variants, audio } = first;
  const soundOf = ({ audioGroup }: HlsVariant): string | undefined =>
    (
      audio.find(({ group, isDefault }) => group === audioGroup && isDefault) ??
      audio.find(({ group }) => group === audioGroup)
    )?.url;
  const variant = chooseVariant(variants, soundOf, options);
  const soundUrl = variant && soundOf(variant);
  if (variant === undefined) throw new MediumError('the playlist names no stream');
  if (soundUrl === undefined) return openPlaylistAt(variant.url, options);
  if (options.want === 'audio') return { ...(await openPlaylistAt(soundUrl, options)), kind: 'audio' };
  if (!options.canMux)
    throw new MediumError(
      'its sound is apart from its picture, and no ffmpeg is here to join them (DECANT_FFMPEG_PATH)',
    );
  const sound = await openPlaylistAt(soundUrl, options);
  try {
    return { ...(await openPlaylistAt(variant.url, options)), sound };
  } catch (error) {
    sound.stream.destroy();
    throw error;
  }
}

/** For sound the least, for film the best that is allowed; whole ones before those that have to be joined. */
function chooseVariant(
  variants: readonly HlsVariant[],
  soundOf: (variant: HlsVariant) => string | undefined,
  { want, maxBandwidth, canMux }: OpenHlsOptions,
): HlsVariant | undefined {
  const sorted = variants.toSorted((a, b) => a.bandwidth - b.bandwidth);
  if (want === 'audio') return sorted[0];
  const whole = sorted.filter((variant) => soundOf(variant) === undefined);
  const usable = canMux || whole.length === 0 ? sorted : whole;
  return usable.findLast(({ bandwidth }) => bandwidth <= maxBandwidth) ?? usable[0];
}

async function openPlaylistAt(url: string, options: OpenHlsOptions): Promise<OpenMedium> {
  const { status, body, url: finalUrl = url } = await options.fetchStream(url, {}, options.signal);
  if (status !== 200) {
    body.destroy();
    throw refusedMedium('a playlist', status);
  }
  const playlist = readHlsPlaylist(await readText(body), new URL(finalUrl));
  if (playlist?.kind !== 'media') throw new MediumError('the playlist cannot be read');
  return openMediaPlaylist(playlist, options);
}

async function openMediaPlaylist(
  playlist: HlsPlaylist & { kind: 'media' },
  options: OpenHlsOptions,
): Promise<OpenMedium> {
  const { segments, isEnded, encryption } = playlist;
  if (encryption !== undefined) throw new MediumError(`the stream is encrypted (${encryption})`);
  if (!isEnded) throw new MediumError('the stream is live and has no end');
  if (segments.length === 0) throw new MediumError('the stream is empty');
  const joined = Readable.from(joinSegments(segments, options), { objectMode: false });
  const { head, stream } = await peek(joined, HEAD_BYTES);
  const type = sniffMediaType(head);
  // Pieces of sound begin with a time stamp in an ID3 tag.
  const isPackedAudio = head.subarray(0, 3).toString('latin1') === 'ID3';
  if (isPackedAudio)
    return {
      stream,
      kind: 'audio',
      mimeType: /\.mp3(?:[?#]|$)/i.test(segments[0]?.url ?? '') ? 'audio/mpeg' : 'audio/aac',
    };
  if (type === undefined || type.isStream) {
    stream.destroy();
    throw new MediumError('the pieces of the stream are of no known kind');
  }
  return { stream, kind: type.kind, mimeType: type.mimeType };
}

async function* joinSegments(
  segments: readonly HlsSegment[],
  { fetchStream, signal }: OpenHlsOptions,
): AsyncGenerator<Buffer> {
  for (const { url, range } of segments) {
    const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
    const { status, body } = await fetchStream(url, headers, signal);
    try {
      if (status !== (range === undefined ? 200 : 206)) throw refusedMedium('a piece of the stream', status);
      yield* body as AsyncIterable<Buffer>;
    } finally {
      body.destroy();
    }
  }
}

async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_PLAYLIST_BYTES) throw new MediumError('the playlist is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
