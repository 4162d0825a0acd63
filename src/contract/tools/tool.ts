import type { z } from 'zod';

/** The promise of one tool for agents. Its description is read by a language model at each start: every word counts. */
export interface ToolDefinition {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** A client looks at them before it lets a model call the tool (Model Context Protocol, tool annotations). */
  readonly annotations: ToolAnnotations;
}

export interface ToolAnnotations {
  /** It changes nothing that somebody could miss. */
  readonly readOnlyHint: boolean;
  /** It reaches the web. */
  readonly openWorldHint: boolean;
  readonly destructiveHint?: boolean;
}
