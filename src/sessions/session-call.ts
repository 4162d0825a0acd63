import type { CodeLanguage } from '../runners/code-runner.ts';

/** The work of one call in a session. */
export type SessionCall =
  | { kind: 'code'; language: CodeLanguage; code: string; timeoutMs: number }
  | { kind: 'prompt'; prompt: string; timeoutMs: number };

/** The outcome of a call that ran, well or not. */
export interface SessionOutcome {
  stdout: string;
  stderr: string;
  result: string;
  exitCode: number;
  /** It was ended because it took too long. */
  isKilled: boolean;
  /** The answer of the agent to a prompt. */
  output?: string;
  /** The record of the agent's run, plain JSON; kept with the session, told to nobody else. */
  trace?: { readonly end: string };
}

const MAX_ERROR_CHARACTERS = 2_000;

/** Gives the reason why something did not go well; undefined when it did. */
export function errorOf({
  stderr,
  exitCode,
  isKilled,
}: Pick<SessionOutcome, 'stderr' | 'exitCode' | 'isKilled'>): string | undefined {
  if (exitCode === 0 && !isKilled) return undefined;
  const said = stderr.trim();
  if (said !== '') return said.slice(0, MAX_ERROR_CHARACTERS);
  return isKilled ? 'The time limit was reached' : `The code ended with exit code ${exitCode}`;
}
