import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaKind } from './media-failure.ts';
import type { Walls } from '../../confine/kernel/walls.ts';
import { runProgram, ProgramError, type ProgramCall } from './run-program.ts';

export interface YtDlpOptions {
  /** The program that the operator provides. */
  path: string;
  /** Without it the best file as it is on the site is taken. */
  ffmpegPath?: string | undefined;
  /** The walls that hold the program. */
  walls: Walls;
}

export type YtDlpCall = Pick<ProgramCall, 'folder' | 'identity' | 'timeoutMs' | 'signal'> & {
  pageUrl: string;
  want: MediaKind;
  maxBytes: number;
  /** Everything it fetches goes there: a forward proxy that guards the way out. */
  proxyUrl: string;
};

/** Downloads the medium of a page into the call's folder and returns the file's path. */
export type YtDlp = (call: YtDlpCall) => Promise<string>;

const NAME = 'media';
/** Picture and sound are joined in a file of their own. */
const FILE_ROOM = 2;

export function createYtDlp({ path, ffmpegPath, walls }: YtDlpOptions): YtDlp {
  return async function runYtDlp(call) {
    const { folder, identity, timeoutMs, signal } = call;
    await runProgram({
      path,
      args: ytDlpArguments(call, ffmpegPath),
      // It is a script that finds its interpreter in the path; proxies of ours have no say.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
      folder,
      identity,
      programs: ffmpegPath === undefined ? [] : [ffmpegPath],
      port: Number(new URL(call.proxyUrl).port),
      maxFileBytes: call.maxBytes * FILE_ROOM,
      walls,
      timeoutMs,
      signal,
    });
    const names = (await readdir(folder)).filter(
      (name) => name.startsWith(`${NAME}.`) && !/\.(?:part|ytdl|json)$/.test(name),
    );
    const [name] = names;
    if (name === undefined) throw new ProgramError('wrote no file: it may be larger than the limit');
    const file = join(folder, name);
    const found = await lstat(file);
    if (!found.isFile()) throw new ProgramError('wrote something that is no file');
    if (found.size > call.maxBytes) throw new ProgramError('wrote a file larger than the limit');
    return file;
  };
}

function ytDlpArguments(
  { pageUrl, want, maxBytes, proxyUrl }: YtDlpCall,
  ffmpegPath: string | undefined,
): string[] {
  // One file of both unless they can be joined.
  const film =
    ffmpegPath === undefined ? 'b[ext=mp4]/b' : 'bv*[ext=mp4][height<=1080]+ba[ext=m4a]/b[ext=mp4]/b';
  return [
    '--ignore-config',
    '--no-plugin-dirs',
    '--no-cache-dir',
    '--no-playlist',
    '--no-progress',
    '--no-warnings',
    '--no-mtime',
    '--proxy',
    proxyUrl,
    // ffmpeg as a downloader would find its own way out.
    '--downloader',
    'native',
    '--socket-timeout',
    '15',
    '--retries',
    '2',
    '--max-filesize',
    String(maxBytes),
    '--format',
    want === 'audio' ? 'ba[ext=m4a]/ba/b' : film,
    ...(ffmpegPath === undefined ? [] : ['--ffmpeg-location', ffmpegPath]),
    ...(want === 'audio' && ffmpegPath !== undefined ? ['--extract-audio', '--audio-format', 'mp3'] : []),
    '--output',
    `${NAME}.%(ext)s`,
    '--',
    pageUrl,
  ];
}
