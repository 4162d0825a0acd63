import type { MarkdownWriter } from './writer.ts';

/** The effect of an element on the Markdown. */
export interface Handler {
  /** Called at the start tag; `false` when the handler wrote all that there is to write and the content is skipped. */
  open?(writer: MarkdownWriter, node: number): boolean | void;
  /** Called after the content, unless that was skipped. */
  close?(writer: MarkdownWriter, node: number): void;
}
