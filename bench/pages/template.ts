import type { Random } from './random.ts';

/** A kind of page. Its main content is made of blocks, as many as fit the size that is asked for. */
export interface PageTemplate {
  /** Opens the main content, up to its first block. */
  open(random: Random): string;
  block(random: Random, index: number): string;
  close: string;
}
