import type { AgentStep } from './agent-step.ts';

/** How a run of the agent ended. */
export type AgentEnd = 'done' | 'steps' | 'time' | 'tokens' | 'loop' | 'model' | 'page';

/** Requests and tokens, as far as the endpoint tells them. */
export interface AgentUsage {
  requests: number;
  promptTokens: number;
  completionTokens: number;
}

/** A step as it is kept: without the secrets of the task. */
export interface TracedStep {
  step: AgentStep;
  said: string;
  url: string;
  title: string;
  tookMs: number;
}

/** The record of a run, plain data that may be stored as JSON. */
export interface AgentTrace {
  steps: TracedStep[];
  end: AgentEnd;
  usage: AgentUsage;
  tookMs: number;
}
