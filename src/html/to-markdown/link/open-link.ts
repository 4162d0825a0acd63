import type { BlockLink } from '../survey.ts';

/** A link whose content is being read. */
export interface OpenLink {
  readonly node: number;
  readonly destination: string;
  readonly title: string;
  /** Set when there are blocks in it, of which one becomes the link. */
  readonly blocks: BlockLink | undefined;
  /** A link that is raised as a whole is written on the line. */
  readonly isRaised: boolean;
  readonly outer: OpenLink | undefined;
  /** Number of the paragraph that it is written in: a link is written once, however many paragraphs it spans. */
  paragraph: number;
  /** Index of its target, 0 before its first text. */
  target: number;
}
