import { estimateTokens, endWithinTokens } from '../../text/estimate-tokens.ts';
import { seenText } from '../../text/seen-text.ts';
import type { AgentStep } from './agent-step.ts';

/** A step that was done, as a model is reminded of it. */
interface PastStep {
  line: string;
  /** Text that was read with it. */
  read: string | undefined;
}

const MAX_NOTE = 400;
const MAX_VALUE = 120;
/** The part of the room that the lines of earlier steps may take. */
const LINES_SHARE = 0.3;

/** The steps so far. Lines stay, texts that were read as far as there is room, the newest first. */
export class AgentHistory {
  readonly #past: PastStep[] = [];

  add(
    step: AgentStep,
    { said, read, page }: { said: string; read?: string | undefined; page: string },
  ): void {
    const { note, tool, ...rest } = step;
    const values = Object.entries(rest).map(
      ([name, value]) => `${name}=${JSON.stringify(value).slice(0, MAX_VALUE)}`,
    );
    const noted =
      note === undefined || note === '' ? '' : ` | note: ${JSON.stringify(note.slice(0, MAX_NOTE))}`;
    const line = `${this.#past.length + 1}. ${[tool, ...values].join(' ')}: ${said}; ${page}${noted}`;
    this.#past.push({ line, read: read === undefined ? undefined : seenText(read) });
  }

  /** Adds something that happened without a step. */
  remark(line: string): void {
    this.#past.push({ line: `${this.#past.length + 1}. ${line}`, read: undefined });
  }

  /** The lines within so many tokens; the oldest are left out first. */
  lines(tokens: number): string {
    const shown: string[] = [];
    let left = tokens * LINES_SHARE;
    for (const { line } of this.#past.toReversed()) {
      left -= estimateTokens(line) + 1;
      if (left < 0) break;
      shown.unshift(line);
    }
    const gone = this.#past.length - shown.length;
    return [...(gone > 0 ? [`(${gone} earlier steps)`] : []), ...shown].join('\n');
  }

  /** The text that the last step read, cut to so many tokens; '' when it read none. */
  lastRead(tokens: number): string {
    const read = this.#past.at(-1)?.read ?? '';
    return read.slice(0, endWithinTokens(read, 0, tokens));
  }

  /** Texts that were read before the last step, the newest ones, as far as they fit as a whole. */
  earlierReads(tokens: number): string {
    const shown: string[] = [];
    let left = tokens;
    for (const [index, { read }] of [...this.#past.slice(0, -1).entries()].toReversed()) {
      if (read === undefined) continue;
      left -= estimateTokens(read) + 8;
      if (left < 0) break;
      shown.unshift(`Read in step ${index + 1}:\n${read}`);
    }
    return shown.join('\n\n');
  }
}
