/** An endpoint answered with something else than an answer of a model. For `readFailure` only: its text may hold anything. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;

  constructor(status: number, headers: Readonly<Record<string, string>>, text: string) {
    super('The endpoint of the language model answered with an error');
    this.status = status;
    this.headers = headers;
    this.text = text;
  }
}
