import type { ConnectDriver } from '../lib/driver-link.ts';

export type CodeLanguage = 'node' | 'python' | 'bash';

export interface CodeCall {
  language: CodeLanguage;
  code: string;
  timeoutMs: number;
  /** When it aborts, the code is killed and `run` rejects with the signal's reason. */
  signal: AbortSignal;
}

export interface CodeOutcome {
  stdout: string;
  stderr: string;
  /** The last expression's value as text; empty when it has none. */
  result: string;
  exitCode: number;
  /** True when the code was ended because it took too long. */
  isKilled: boolean;
}

/** Runs the code of one session, one call at a time; its variables live until it is disposed or killed. */
export interface CodeRunner extends AsyncDisposable {
  /** Rejects with SESSION_FAILED when nothing could be run, and with the reason of the call's signal. */
  run(call: CodeCall): Promise<CodeOutcome>;
}

/** All that the code of a session can reach beside its own cage. */
export interface RunnerTools {
  connectDriver: ConnectDriver;
  /** Stops scripts of the page that outlive their code. */
  stopScripts(): Promise<void>;
  /** Reads the Markdown of the page that is shown, for `scrape` in bash. */
  readMarkdown(signal: AbortSignal): Promise<string>;
}

/** The programs that run strangers' code for the sessions of this process. */
export interface CodeRunners extends AsyncDisposable {
  /** One sentence with what to install or which variable to set when such code cannot be run here. */
  problem(language: CodeLanguage): Promise<string | undefined>;
  /** Makes ready what code of this language will need first; a failure shows when it is needed. */
  warmUp(language: CodeLanguage): void;
  open(tools: RunnerTools): Promise<CodeRunner>;
}
