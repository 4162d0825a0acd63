import { ERRORS } from '../../contract/errors.ts';

/** Gives what to do about an error; empty when there is nothing to say. */
export function adviceFor(code: string): string {
  return Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS].advice : '';
}
