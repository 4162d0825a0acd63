/** The upstream proxy could not be reached, refused us or did not keep to its protocol. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** Whether it only failed to reach the target, so that another address of the target may do. */
  readonly isAboutTarget: boolean;

  constructor(message: string, options: { isAboutTarget?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.isAboutTarget = options.isAboutTarget ?? false;
  }
}
