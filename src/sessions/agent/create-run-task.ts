import { Deadline } from '../../lib/time/deadline.ts';
import type { SessionOutcome } from '../session-call.ts';
import type { AgentBrowser } from './agent-browser.ts';
import type { AgentOutcome, AgentParts } from './agent-order.ts';
import { createRunAgent } from './run-agent.ts';

/** A prompt for a session. */
export interface PromptTask {
  browser: AgentBrowser;
  teamId: string;
  prompt: string;
  /** The address of the scrape that the session goes on with; undefined: what the page shows now. */
  homeUrl: string | undefined;
  timeoutMs: number;
  signal: AbortSignal;
}

const FAILED = 1;
const KILLED = 137;

/** Makes what answers the prompts of sessions. It rejects with the reason of the signal, and tells all else in the outcome. */
export function createRunTask(parts: AgentParts): (task: PromptTask) => Promise<SessionOutcome> {
  const runAgent = createRunAgent(parts);
  return async function runTask({ timeoutMs, signal, ...order }) {
    using deadline = new Deadline(timeoutMs, signal);
    return toSessionOutcome(await runAgent({ ...order, deadline }));
  };
}

function toSessionOutcome({ end, output, result, error = '', trace }: AgentOutcome): SessionOutcome {
  const isKilled = end === 'time';
  const exitCode = end === 'done' ? 0 : isKilled ? KILLED : FAILED;
  return { stdout: '', stderr: error, result, exitCode, isKilled, output, trace };
}
