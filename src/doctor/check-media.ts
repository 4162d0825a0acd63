import { access, constants } from 'node:fs/promises';
import { canHoldPrograms, findWalls } from '../confine/kernel/walls.ts';
import { findFfmpeg } from '../scraper/media/find-ffmpeg.ts';
import type { DoctorContext, DoctorFinding } from './finding.ts';

/** The version of Landlock that knows ports. */
const PORTS_SINCE = 4;
const NOT_HELD =
  'as any program of this user: nothing here can hold it (koffi, and Landlock of Linux, would)';

export async function checkFfmpeg({ config }: DoctorContext): Promise<DoctorFinding> {
  const walls = await findWalls();
  const found = await findFfmpeg(config.media, walls);
  return describeProgram('ffmpeg', {
    path: 'path' in found ? found.path : undefined,
    variable: 'DECANT_FFMPEG_PATH',
    held: canHoldPrograms(walls) ? 'without network, in its own folder' : NOT_HELD,
    absent: `${'problem' in found ? found.problem : 'none'}: sound is left as it is, and not taken out of videos`,
  });
}

export async function checkYtDlp({ config }: DoctorContext): Promise<DoctorFinding> {
  const walls = await findWalls();
  const held = walls.landlock >= PORTS_SINCE ? 'with no way out but our proxy' : 'asked to use our proxy';
  return describeProgram('yt-dlp', {
    path: config.media.ytDlpPath,
    variable: 'DECANT_YT_DLP_PATH',
    held: canHoldPrograms(walls) ? `${held}, in its own folder` : NOT_HELD,
    absent: 'none: audio and video are what pages themselves offer',
  });
}

/** An optional program of others. */
async function describeProgram(
  part: string,
  {
    path,
    variable,
    held,
    absent,
  }: Record<'variable' | 'held' | 'absent', string> & { path: string | undefined },
): Promise<DoctorFinding> {
  if (path === undefined) return { part, state: 'missing', note: `${absent} (${variable})` };
  return (await canRun(path))
    ? { part, state: held === NOT_HELD ? 'WARNING' : 'ok', note: `${path} (${variable}), run ${held}` }
    : { part, state: 'missing', note: `${path} cannot be run. Set ${variable}` };
}

async function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
