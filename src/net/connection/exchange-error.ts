/** The connection or its HTTP failed; `cause` is undici's or Node's error. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  /** Whether a byte of the answer had come: if not, the request can be sent again. */
  readonly hasResponseStarted: boolean;

  constructor(cause: Error, hasResponseStarted: boolean) {
    super(cause.message, { cause });
    this.hasResponseStarted = hasResponseStarted;
  }
}

/** More bytes than asked for, on the wire or after decoding. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`The body is larger than ${limitBytes} bytes`);
    this.limitBytes = limitBytes;
  }
}

/** Compressed data of which nothing can be decoded. */
export class BodyCorruptError extends Error {
  override readonly name = 'BodyCorruptError';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
