import type { RefusedKind } from './reader.ts';

/** Media types `audio/*` beside those listed count as well. */
export const audio: RefusedKind = {
  label: 'audio files',
  mediaTypes: ['application/ogg'],
  extensions: ['mp3', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'flac', 'wav', 'aif', 'aiff', 'mid', 'wma'],
  isRefused: true,
};

/** Media types `video/*` beside those listed count as well. */
export const video: RefusedKind = {
  label: 'video files',
  mediaTypes: ['application/vnd.apple.mpegurl', 'application/x-mpegurl', 'application/dash+xml'],
  extensions: ['mp4', 'm4v', 'webm', 'mkv', 'mov', 'avi', 'mpg', 'mpeg', 'ogv', 'flv', 'wmv', 'm3u8'],
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
  isRefused: true,
};

/** They hold text, but there is no reader for them. Not by the extension of Keynote, which keys have too. */
export const presentation: RefusedKind = {
  label: 'presentations in formats other than pptx',
  mediaTypes: [
    'application/vnd.ms-powerpoint',
    'application/vnd.oasis.opendocument.presentation',
    'application/vnd.oasis.opendocument.presentation-template',
    'application/vnd.apple.keynote',
  ],
  extensions: ['ppt', 'pps', 'pot', 'odp', 'otp'],
  isRefused: true,
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
  isRefused: true,
};
