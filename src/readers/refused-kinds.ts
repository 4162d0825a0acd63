import type { RefusedKind } from './reader.ts';

/** Media types `audio/*` beside those listed count as well. */
export const audio: RefusedKind = {
  label: 'audio files',
  mediaTypes: ['application/ogg'],
  extensions: ['mp3', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'flac', 'wav', 'aif', 'aiff', 'mid', 'wma'],
  signatures: [
    { bytes: 'RIFF', also: { bytes: 'WAVE', offset: 8 } },
    { bytes: 'ftypM4A ', offset: 4 },
    { bytes: 'ftypM4B ', offset: 4 },
    { bytes: 'ID3' },
    { bytes: '\xFF\xFB' },
    { bytes: '\xFF\xF3' },
    { bytes: 'OggS\x00' },
    { bytes: 'fLaC' },
    { bytes: 'MThd\x00\x00\x00\x06' },
  ],
  isRefused: true,
};

/** Media types `video/*` beside those listed count as well. */
export const video: RefusedKind = {
  label: 'video files',
  mediaTypes: ['application/vnd.apple.mpegurl', 'application/x-mpegurl', 'application/dash+xml'],
  extensions: ['mp4', 'm4v', 'webm', 'mkv', 'mov', 'avi', 'mpg', 'mpeg', 'ogv', 'flv', 'wmv', 'm3u8'],
  signatures: [
    { bytes: 'RIFF', also: { bytes: 'AVI ', offset: 8 } },
    // The mark of any brand that is no image and no audio: those stand earlier in the registry.
    { bytes: 'ftyp', offset: 4 },
    { bytes: '\x1A\x45\xDF\xA3' },
    { bytes: 'FLV\x01' },
  ],
  isRefused: true,
};

export const archive: RefusedKind = {
  label: 'archives',
  mediaTypes: [
    'application/zip',
    'application/x-zip-compressed',
    'application/gzip',
    'application/x-gzip',
    'application/x-tar',
    'application/x-bzip2',
    'application/x-xz',
    'application/zstd',
    'application/x-7z-compressed',
    'application/vnd.rar',
    'application/x-rar-compressed',
    'application/java-archive',
    'application/vnd.android.package-archive',
  ],
  extensions: ['zip', 'gz', 'tgz', 'tar', 'bz2', 'xz', 'zst', '7z', 'rar', 'jar', 'apk', 'whl'],
  signatures: [
    { bytes: '\x1F\x8B\x08' },
    { bytes: 'Rar!\x1A\x07' },
    { bytes: "7z\xBC\xAF'\x1C" },
    { bytes: 'BZh' },
    { bytes: '\xFD7zXZ\x00' },
    { bytes: '\x28\xB5\x2F\xFD' },
    { bytes: 'ustar', offset: 257 },
  ],
  isRefused: true,
};

/** Not by the extension of Keynote, which keys have too. */
export const presentation: RefusedKind = {
  label: 'presentations of Keynote',
  mediaTypes: ['application/vnd.apple.keynote'],
  extensions: [],
  isRefused: true,
  isUnread: true,
};

export const binary: RefusedKind = {
  label: 'binary files',
  mediaTypes: [
    'application/wasm',
    'application/x-msdownload',
    'application/x-executable',
    'application/x-sqlite3',
  ],
  extensions: [
    'exe',
    'dll',
    'so',
    'bin',
    'dmg',
    'iso',
    'msi',
    'deb',
    'rpm',
    'wasm',
    'ttf',
    'otf',
    'woff',
    'woff2',
  ],
  signatures: [
    { bytes: '\x7FELF' },
    { bytes: '\x00asm' },
    { bytes: '\xCA\xFE\xBA\xBE' },
    { bytes: 'wOFF' },
    { bytes: 'wOF2' },
    { bytes: '\x00\x01\x00\x00' },
    { bytes: 'SQLite format 3\x00' },
  ],
  isRefused: true,
};
