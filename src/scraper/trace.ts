import { ServiceError } from '../lib/service-error.ts';

/** One thing that happened to a page on its way: which step, how long, and what it found or decided. */
export interface TraceStep {
  step: string;
  /** ms since the scrape began. */
  atMs: number;
  /** ms that the step took. */
  tookMs: number;
  [detail: string]: unknown;
}

/** The steps of a scrape, in order. They are stored with the scrape, and `decant scrape --explain` prints them. */
export interface Trace {
  readonly steps: TraceStep[];
  /** Runs `work` as a step; details may be added to the object it is given. A step that throws is noted with its error. */
  measure<T>(step: string, work: (details: Record<string, unknown>) => Promise<T>): Promise<T>;
  note(step: string, details: Record<string, unknown>): void;
}

export function createTrace(): Trace {
  const startedAt = performance.now();
  const steps: TraceStep[] = [];
  const round = (ms: number): number => Math.round(ms * 100) / 100;
  return {
    steps,
    async measure(step, work) {
      const from = performance.now();
      const details: Record<string, unknown> = {};
      try {
        return await work(details);
      } catch (error) {
        details['error'] = error instanceof Error ? error.message : String(error);
        if (error instanceof ServiceError) details['code'] = error.code;
        throw error;
      } finally {
        steps.push({
          step,
          atMs: round(from - startedAt),
          tookMs: round(performance.now() - from),
          ...details,
        });
      }
    },
    note(step, details) {
      steps.push({ step, atMs: round(performance.now() - startedAt), tookMs: 0, ...details });
    },
  };
}
