import type { Deadline } from '../../lib/time/deadline.ts';
import type { LanguageModel } from '../../models/open-language-model.ts';
import type { Converter } from '../../scraper/convert/converter.ts';
import type { AgentBrowser } from './agent-browser.ts';
import type { AgentEnd, AgentTrace, AgentUsage } from './agent-trace.ts';

/** A task for the agent, and what it works with. */
export interface AgentOrder {
  browser: AgentBrowser;
  /** The task, in the words of the caller. */
  prompt: string;
  /** An address of the site that the task is about; that of the page which is shown when absent. */
  homeUrl?: string | undefined;
  deadline: Deadline;
  teamId: string;
  /** 25 when absent. */
  maxSteps?: number;
  /** Tokens of all prompts and answers together; 400,000 when absent. */
  maxTokens?: number;
}

/** The parts that every run shares. */
export interface AgentParts {
  model: Pick<LanguageModel, 'askForJson' | 'budget'>;
  converter: Pick<Converter, 'convert'>;
}

/** The outcome of a run. */
export interface AgentOutcome {
  end: AgentEnd;
  /** The answer to the task; empty when there is none. */
  output: string;
  /** The last view of the page. */
  result: string;
  /** A sentence for the caller; undefined when the agent came to its end. */
  error: string | undefined;
  steps: number;
  trace: AgentTrace;
  usage: AgentUsage;
}
