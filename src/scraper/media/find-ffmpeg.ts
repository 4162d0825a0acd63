import { findProgram } from './find-program.ts';

/** The ffmpeg that the operator names, whether it is there or not, else one of the search path; undefined without any. */
export async function findFfmpeg({
  ffmpegPath,
  searchPath = '',
}: {
  ffmpegPath: string | undefined;
  searchPath: string | undefined;
}): Promise<string | undefined> {
  return ffmpegPath ?? (await findProgram('ffmpeg', searchPath));
}
