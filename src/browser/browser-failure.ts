import { ServiceError } from '../lib/service-error.ts';

const WAY_OUT = 'set DECANT_BROWSER_PATH to a chromium-headless-shell that runs here';

/** The browser cannot be had or does not start: one sentence for the operator, with the way out. */
export function browserFailure(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { message: `The browser ${reason}; ${WAY_OUT}`, cause });
}

/** The system does not let a browser build its sandbox, and it must not run without. */
export class NoSandboxError extends ServiceError {
  constructor(cause: unknown) {
    super('SERVICE_UNAVAILABLE', {
      message:
        'The browser is not started: this system does not allow its sandbox (user namespaces are needed); ' +
        'allow them, or set DECANT_BROWSER_SANDBOX=optional to show pages without it',
      cause,
    });
  }
}

/** The spawn itself failed. */
export function browserSpawnFailure(executable: string, cause: NodeJS.ErrnoException): ServiceError {
  switch (cause.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return browserFailure(
        `does not run on this system (${executable} is missing, or needs the GNU C library and this system has another)`,
        cause,
      );
    case 'EPERM':
      return browserFailure('must not run as root and this container may not change the user', cause);
    case 'EACCES':
      return browserFailure(`may not be executed (${executable})`, cause);
    default:
      return browserFailure(`could not be started (${cause.code ?? cause.message})`, cause);
  }
}
