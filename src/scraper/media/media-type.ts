/** A medium as its media type or its file's name tells it. */
export interface MediaType {
  kind: 'audio' | 'video';
  mimeType: string;
  /** A playlist of pieces. */
  isStream: boolean;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mkv: 'video/x-matroska',
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
};

/** Tells a medium by its media type, else by the last part of its address; undefined for any other file. */
export function mediaTypeOfLink(url: string, declared = ''): MediaType | undefined {
  const essence = declared.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return fromMime(essence) ?? fromMime(EXTENSIONS[extensionOf(url)] ?? '');
}

/**
 * Tells a medium by the first bytes of its file (at least 12), for servers that call everything
 * `application/octet-stream`.
 */
export function sniffMediaType(head: Uint8Array): MediaType | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 64)).toString('latin1');
  if (text.startsWith('#EXTM3U')) return fromMime('application/vnd.apple.mpegurl');
  const sound = soundOf(text);
  if (sound !== undefined) return fromMime(sound);
  if (text.startsWith('OggS')) return fromMime(/theora/.test(text) ? 'video/ogg' : 'audio/ogg');
  if (text.startsWith('\x1a\x45\xdf\xa3'))
    return fromMime(/webm/.test(text) ? 'video/webm' : 'video/x-matroska');
  if (text.startsWith('ftyp', 4) || text.startsWith('styp', 4)) {
    return fromMime(/^M4[AB] /.test(text.slice(8)) ? 'audio/mp4' : 'video/mp4');
  }
  // QuickTime files of old say nothing at their beginning.
  if (/^(?:moov|mdat|wide|free|skip)/.test(text.slice(4))) return fromMime('video/quicktime');
  // An MPEG transport stream has a sync byte every 188 bytes.
  return head[0] === 0x47 && head[188] === 0x47 ? fromMime('video/mp2t') : undefined;
}

/** Finds the media type of files that hold nothing but sound. */
function soundOf(text: string): string | undefined {
  if (text.startsWith('ID3') || /^\xff[\xfb\xfa\xf3\xf2]/.test(text)) return 'audio/mpeg';
  if (/^\xff[\xf1\xf9]/.test(text)) return 'audio/aac';
  if (text.startsWith('fLaC')) return 'audio/flac';
  return text.startsWith('RIFF') && text.startsWith('WAVE', 8) ? 'audio/wav' : undefined;
}

function fromMime(mimeType: string): MediaType | undefined {
  if (/mpegurl|dash\+xml/.test(mimeType)) return { kind: 'video', mimeType, isStream: true };
  const family = mimeType.slice(0, 5);
  if (mimeType === 'application/ogg') return { kind: 'audio', mimeType: 'audio/ogg', isStream: false };
  return (family === 'audio' || family === 'video') && mimeType[5] === '/'
    ? { kind: family, mimeType, isStream: false }
    : undefined;
}

function extensionOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return /\.([a-z0-9]{2,5})$/i.exec(path.slice(-12))?.[1]?.toLowerCase() ?? '';
}
