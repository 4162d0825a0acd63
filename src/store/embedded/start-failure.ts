import { ServiceError } from '../../lib/service-error.ts';

const WAY_OUT = 'set DATABASE_URL to use another PostgreSQL server (15 or newer)';

/** The error that the operator reads when the embedded server cannot run: one sentence. */
export function startFailure(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { message: `The embedded database ${reason}`, cause });
}

/** For failures that another PostgreSQL server would not have. */
export function startFailureWithWayOut(reason: string, cause?: unknown): ServiceError {
  return startFailure(`${reason}; ${WAY_OUT}`, cause);
}

/** A failed operation on a file of the data folder. */
export function fileFailure(folder: string, cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const { code = '', path = folder } = cause as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return startFailure(`cannot be written: the disk of ${folder} is full`, cause);
    case 'EROFS':
      return startFailure(`cannot be written: ${folder} is on a read-only disk`, cause);
    case 'EACCES':
    case 'EPERM':
      return startFailure(
        `cannot be opened: this user may not access ${path} (was it made by another user, such as root?)`,
        cause,
      );
    default:
      return startFailure(`cannot be opened: ${String(cause)}`, cause);
  }
}

/** The spawn itself failed. */
export function spawnFailure(binary: string, cause: NodeJS.ErrnoException): ServiceError {
  switch (cause.code) {
    case 'ENOENT':
      // The file was found before, so it is its loader that is missing: the binaries are built for the GNU C library.
      return startFailureWithWayOut(
        'does not run on this system (its binaries need the GNU C library, Alpine has another)',
        cause,
      );
    case 'EPERM':
      return startFailureWithWayOut('must not run as root and this container may not change the user', cause);
    case 'EACCES':
      return startFailureWithWayOut(`may not be executed (${binary})`, cause);
    default:
      return startFailureWithWayOut(`could not be started (${cause.code ?? cause.message})`, cause);
  }
}

/** The server came up and went away again; `lines` is what it said, as `FATAL:  text`. */
export function exitFailure(folder: string, lines: readonly string[], exit: string): ServiceError {
  const said = lines.join('\n');
  if (/No space left on device|Disk quota exceeded|File too large/.test(said)) {
    return startFailure(`stopped: the disk of ${folder} is full`, said);
  }
  if (/database files are incompatible with server/.test(said)) {
    return startFailure(
      `in ${folder} was written by another major version of PostgreSQL than the one installed here`,
      said,
    );
  }
  const reason = lines.findLast((line) => /^(FATAL|PANIC):/.test(line)) ?? lines.at(-1);
  return startFailureWithWayOut(`stopped while starting (${reason?.replace(/^\w+:\s+/, '') ?? exit})`, said);
}
