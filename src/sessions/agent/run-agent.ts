import type { AgentOrder, AgentOutcome, AgentParts } from './agent-order.ts';
import { AgentRun } from './agent-run.ts';

/**
 * Does a task in a session's browser: a language model is shown the page and names the next step, until it says that the
 * task is done or a limit is reached. Rejects with the reason of the deadline's signal when that is no time that is over;
 * everything else that goes wrong is told in the outcome.
 */
type RunAgent = (order: AgentOrder) => Promise<AgentOutcome>;

export function createRunAgent(parts: AgentParts): RunAgent {
  return async function runAgent(order) {
    return new AgentRun(parts, order).run();
  };
}
