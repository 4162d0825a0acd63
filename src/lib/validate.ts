import type { z } from 'zod';
import type { ErrorCode, ValidationIssue } from '../contract/errors.ts';
import { issueMessage, pathText } from '../contract/issue-message.ts';
import { ServiceError } from './service-error.ts';

/** Enough to correct a request by; a hostile body must not buy itself a large answer. */
const MAX_ISSUES = 50;
const MAX_KEYS = 50;

export interface ParseOptions {
  /** The name of the whole value in messages: `The body` when absent. */
  subject?: string;
  /** Code of the error: BAD_REQUEST when absent. */
  code?: ErrorCode;
}

/**
 * The value as `schema` outputs it. Throws a ServiceError whose message is one sentence about the first problem and
 * whose `details` are a `ValidationIssue[]` of all of them.
 */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { subject = 'The body', code = 'BAD_REQUEST' }: ParseOptions = {},
): z.output<Schema> {
  const result = schema.safeParse(value, { error: issueMessage });
  if (result.success) return result.data;
  const issues = result.error.issues;
  const details = issues.slice(0, MAX_ISSUES).map((issue) => toValidationIssue(issue, subject));
  const others = issues.length - 1;
  const more = others === 0 ? '' : ` (and ${others} more problem${others === 1 ? '' : 's'})`;
  throw new ServiceError(code, { message: `${details[0]?.message ?? 'Not valid'}${more}`, details });
}

function toValidationIssue(issue: z.core.$ZodIssue, subject: string): ValidationIssue {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const message = `${pathText(path, subject)} ${issue.message}`;
  const keys = issue.code === 'unrecognized_keys' ? { keys: issue.keys.slice(0, MAX_KEYS) } : {};
  return { path, code: issue.code, message, ...keys };
}
