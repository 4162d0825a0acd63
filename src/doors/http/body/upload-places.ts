import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Team } from '../../../accounts/caller.ts';
import { MAX_UPLOAD_BYTES } from '../../../contract/requests/parse.ts';
import { ServiceError } from '../../../lib/service-error.ts';

/** Room for the parts of a body beside its file: options, boundaries. */
const OVERHEAD_BYTES = 1024 * 1024;
/** Uploads of a team at a time: those that are read, and as many that come in or wait. */
const UPLOADS_PER_SLOT = 2;
/** The part that one team takes at most of what other teams leave of the folder: there is always room for the next. */
const SHARE = 1 / 2;

/** Room for one upload on disk. Dispose it when its file is gone. */
export interface UploadPlace extends Disposable {
  /** So many bytes more lie on disk. */
  wrote(bytes: number): void;
}

/** Room for uploads, shared between teams. */
export interface UploadPlaces {
  /**
   * Room for a body of so many bytes; undefined: its length is not known. CONCURRENCY_LIMITED when the team has too much
   * under way, SERVICE_UNAVAILABLE when the folder for temporary files is too small.
   */
  take(team: Pick<Team, 'id' | 'maxConcurrency'>, length: number | undefined): Promise<UploadPlace>;
}

interface Usage {
  uploads: number;
  /** That its uploads will have, as far as they say. */
  bytes: number;
}

/** `freeBytes`: of the folder for temporary files. */
export function createUploadPlaces(freeBytes: () => Promise<number> = freeTemporaryBytes): UploadPlaces {
  const teams = new Map<string, Usage>();
  const all = { bytes: 0, written: 0 };

  function check(team: Pick<Team, 'id' | 'maxConcurrency'>, bytes: number, free: number): Usage {
    const usage = teams.get(team.id) ?? { uploads: 0, bytes: 0 };
    if (usage.uploads >= team.maxConcurrency * UPLOADS_PER_SLOT) throw tooMany(usage.uploads);
    const room = (free + all.written - (all.bytes - usage.bytes)) * SHARE;
    if (usage.bytes + bytes > room) throw usage.uploads > 0 ? tooMany(usage.uploads) : noRoom(bytes, free);
    return usage;
  }

  return {
    async take(team, length) {
      const most = MAX_UPLOAD_BYTES + OVERHEAD_BYTES;
      const bytes = Math.min(length ?? most, most);
      const usage = check(team, bytes, await freeBytes());
      const own = { written: 0, isOpen: true };
      teams.set(team.id, usage);
      usage.uploads++;
      usage.bytes += bytes;
      all.bytes += bytes;
      return {
        wrote(more) {
          if (!own.isOpen) return;
          own.written += more;
          all.written += more;
        },
        [Symbol.dispose]() {
          if (!own.isOpen) return;
          own.isOpen = false;
          usage.uploads--;
          usage.bytes -= bytes;
          all.bytes -= bytes;
          all.written -= own.written;
          if (usage.uploads === 0) teams.delete(team.id);
        },
      };
    },
  };
}

async function freeTemporaryBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
}

function tooMany(uploads: number): ServiceError {
  return new ServiceError('CONCURRENCY_LIMITED', {
    message: `Too many uploads at a time: ${uploads} of your team are under way`,
  });
}

function noRoom(bytes: number, free: number): ServiceError {
  const megabytes = (count: number): number => Math.ceil(count / 1024 / 1024);
  return new ServiceError('SERVICE_UNAVAILABLE', {
    message: `There is no room for an upload of ${megabytes(bytes)} MB now: the folder for temporary files has ${megabytes(free)} MB left for all`,
    retryAfterSeconds: 5,
  });
}
