import { resolveHttpUrl } from '../../lib/addresses/url.ts';

/** One quality of a film. */
export interface HlsVariant {
  url: string;
  /** Bits a second. */
  bandwidth: number;
  /** Name of a group of sounds that are apart from the picture. */
  audioGroup: string | undefined;
}

export interface HlsSegment {
  url: string;
  /** A part of the file, both ends included. */
  range: { start: number; end: number } | undefined;
  /** A header that the segments after it need (fMP4). */
  isInit: boolean;
}

/** A playlist: a list of variants to choose from, or the segments of one. */
export type HlsPlaylist =
  | {
      kind: 'master';
      variants: HlsVariant[];
      audio: Array<{ group: string; url: string; isDefault: boolean }>;
    }
  | { kind: 'media'; segments: HlsSegment[]; isEnded: boolean; encryption: string | undefined };

const MAX_LINES = 200_000;
const MAX_SEGMENTS = 3_000;

/** Reads an HLS playlist (RFC 8216). Undefined when it is none. */
export function readHlsPlaylist(text: string, base: URL): HlsPlaylist | undefined {
  if (!text.replace(/^\uFEFF/, '').startsWith('#EXTM3U')) return undefined;
  const lines = text.split(/\r?\n/, MAX_LINES).map((line) => line.trim());
  return lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:'))
    ? readMaster(lines, base)
    : readMedia(lines, base);
}

function readMaster(lines: readonly string[], base: URL): HlsPlaylist {
  const variants: HlsVariant[] = [];
  const audio: Array<{ group: string; url: string; isDefault: boolean }> = [];
  let stream: ReadonlyMap<string, string> | undefined;
  for (const line of lines) {
    if (line.startsWith('#EXT-X-STREAM-INF:')) stream = attributesOf(line);
    else if (line.startsWith('#EXT-X-MEDIA:')) {
      const given = attributesOf(line);
      const url = given.get('TYPE') === 'AUDIO' ? resolveHttpUrl(given.get('URI') ?? '', base) : undefined;
      if (given.has('URI') && url !== undefined) {
        audio.push({ group: given.get('GROUP-ID') ?? '', url, isDefault: given.get('DEFAULT') === 'YES' });
      }
    } else if (line !== '' && !line.startsWith('#') && stream) {
      const url = resolveHttpUrl(line, base);
      const bandwidth = Number(stream.get('BANDWIDTH') ?? 0);
      if (url !== undefined) variants.push({ url, bandwidth, audioGroup: stream.get('AUDIO') });
      stream = undefined;
    }
  }
  return { kind: 'master', variants, audio };
}

function readMedia(lines: readonly string[], base: URL): HlsPlaylist {
  const segments: HlsSegment[] = [];
  let encryption: string | undefined;
  let isEnded = false;
  let isNext = false;
  let range: string | undefined;
  // A range without a start begins where the one before it in the same file ended.
  const ends = new Map<string, number>();
  const push = (address: string, isInit: boolean): void => {
    const url = resolveHttpUrl(address, base);
    if (url === undefined || segments.length >= MAX_SEGMENTS) return;
    const parsed = range === undefined ? undefined : parseRange(range, ends.get(url) ?? 0);
    if (parsed) ends.set(url, parsed.end + 1);
    segments.push({ url, range: parsed, isInit });
  };
  for (const line of lines) {
    if (line === '#EXT-X-ENDLIST') isEnded = true;
    else if (line.startsWith('#EXTINF:')) isNext = true;
    else if (line.startsWith('#EXT-X-BYTERANGE:')) range = line.slice('#EXT-X-BYTERANGE:'.length);
    else if (line.startsWith('#EXT-X-KEY:')) {
      const method = attributesOf(line).get('METHOD');
      if (method !== undefined && method !== 'NONE') encryption = method;
    } else if (line.startsWith('#EXT-X-MAP:')) {
      const given = attributesOf(line);
      range = given.get('BYTERANGE');
      push(given.get('URI') ?? '', true);
      range = undefined;
    } else if (line !== '' && !line.startsWith('#') && isNext) {
      push(line, false);
      isNext = false;
      range = undefined;
    }
  }
  return { kind: 'media', segments, isEnded, encryption };
}

/** `NAME=value` or `NAME="value"`, with commas between. */
function attributesOf(line: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare] of line
    .slice(0, 20_000)
    .matchAll(/(?<![A-Z0-9-])([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)) {
    found.set(name, quoted ?? bare ?? '');
  }
  return found;
}

function parseRange(text: string, from: number): { start: number; end: number } | undefined {
  const [, length, offset] = /^(\d{1,15})(?:@(\d{1,15}))?$/.exec(text) ?? [];
  if (length === undefined || Number(length) === 0) return undefined;
  const start = offset === undefined ? from : Number(offset);
  return { start, end: start + Number(length) - 1 };
}
