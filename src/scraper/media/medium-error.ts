/** A candidate that turned out not to be what was wanted: the next one may be. */
export class MediumError extends Error {
  override readonly name = 'MediumError';
  /** The server knows it and does not give it to us. */
  readonly isDenied: boolean;

  constructor(message: string, { isDenied = false }: { isDenied?: boolean } = {}) {
    super(message);
    this.isDenied = isDenied;
  }
}

/** `what` was answered with another status than that of a file. */
export function refusedMedium(what: string, status: number): MediumError {
  return new MediumError(`${what} was answered with status ${status}`, {
    isDenied: status === 401 || status === 403,
  });
}
