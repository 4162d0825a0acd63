const MAX_CAUSES = 5;

/** An error as a log line holds it. */
export interface ErrorDescription {
  name: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: ErrorDescription;
}

/**
 * Describes an error for the log: name, message, code, stack and cause, and none of its other members. Errors of the
 * database carry pieces of the values they were about in their other fields.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: 'thrown', message: String(error) };
  return {
    name: error.name,
    message: error.message,
    ...('code' in error &&
      (typeof error.code === 'string' || typeof error.code === 'number') && { code: String(error.code) }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** The same without anything that may name what it was about: for scrapes of which nothing may be kept. */
export function describeErrorBriefly(error: unknown): Pick<ErrorDescription, 'name' | 'code' | 'stack'> {
  const { name, code, stack } = describeError(error);
  const frames = stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  return { name, ...(code !== undefined && { code }), ...(frames !== undefined && { stack: frames }) };
}
