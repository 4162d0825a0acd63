import type { Walls } from '../../confine/kernel/walls.ts';
import { runProgram, type ProgramCall } from './run-program.ts';

export type FfmpegCall = Pick<ProgramCall, 'folder' | 'identity' | 'timeoutMs' | 'signal'> & {
  maxBytes: number;
};

/** The uses of ffmpeg. Files are named within the call's folder. */
export interface Ffmpeg {
  /** The sound of a file as MP3. */
  toMp3(input: string, output: string, call: FfmpegCall): Promise<void>;
  /** One or two files (picture, sound) as one MP4, without encoding anything anew. */
  toMp4(inputs: readonly string[], output: string, call: FfmpegCall): Promise<void>;
}

/** None of these opens other files or addresses, as playlists do. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,mp3,aac,ogg,flac,wav,avi,flv,asf';
/** Its index is moved to the front of a file that is written already, and that it may not exceed by much. */
const FILE_ROOM = 2;
const QUIET = ['-nostdin', '-hide_banner', '-loglevel', 'error'];

/**
 * Runs the program at `path`. The program gets no environment and no network, reads and writes files of its folder
 * only, and follows no address in them.
 */
export function createFfmpeg(path: string, walls: Walls): Ffmpeg {
  const run = async (args: readonly string[], { maxBytes, ...call }: FfmpegCall): Promise<void> => {
    await runProgram({
      ...call,
      path,
      args: [...QUIET, ...args],
      env: {},
      programs: [],
      maxFileBytes: maxBytes * FILE_ROOM,
      walls,
    });
  };
  return {
    toMp3: (input, output, call) => run(mp3Args(input, output, call.maxBytes), call),
    toMp4: (inputs, output, call) => run(mp4Args(inputs, output, call.maxBytes), call),
  };
}

function inputArgs(name: string): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS, '-i', `file:${name}`];
}

function mp3Args(input: string, output: string, maxBytes: number): string[] {
  const onlySound = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'];
  const encoding = ['-c:a', 'libmp3lame', '-q:a', '4', '-threads', '1'];
  return [...inputArgs(input), ...onlySound, ...encoding, ...outputArgs('mp3', output, maxBytes)];
}

function mp4Args(inputs: readonly string[], output: string, maxBytes: number): string[] {
  const pictureAndSound = ['-map', '0:v:0?', '-map', `${inputs.length - 1}:a:0?`, '-sn', '-dn'];
  const asTheyAre = ['-c', 'copy', '-movflags', '+faststart'];
  return [
    ...inputs.flatMap(inputArgs),
    ...pictureAndSound,
    ...asTheyAre,
    ...outputArgs('mp4', output, maxBytes),
  ];
}

function outputArgs(format: string, output: string, maxBytes: number): string[] {
  return ['-fs', String(maxBytes), '-f', format, '-y', `file:${output}`];
}
