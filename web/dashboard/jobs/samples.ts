import { secondsOf, type Job } from './job.ts';

/** How far a job was at one moment. */
export interface Sample {
  /** Since its begin, s. */
  at: number;
  done: number;
  waiting: number;
  failed: number;
}

/** So many are kept: of a longer time every second one. */
const MAX_SAMPLES = 600;
/** The rate is that of these last readings. */
const RATE_SAMPLES = 10;

/** The samples with how far the job is now. A job begins with nothing done. */
export function addSample(samples: readonly Sample[], job: Job): readonly Sample[] {
  const { done, waiting, failed } = job;
  const begin: Sample = { at: 0, done: 0, waiting: 0, failed: 0 };
  const kept = samples.length === 0 ? [begin] : samples;
  const all = [...kept, { at: secondsOf(job), done, waiting, failed }];
  return all.length <= MAX_SAMPLES
    ? all
    : all.filter((_sample, index) => index % 2 === 0 || index === all.length - 1);
}

/** Pages per second: of the last moments while the job runs, of its whole time after its end. */
export function rateOf(job: Job, samples: readonly Sample[]): number {
  const last = samples.at(-1);
  const first = job.status === 'scraping' ? samples.at(-RATE_SAMPLES) : undefined;
  if (first === undefined || last === undefined || last.at <= first.at)
    return (job.done + job.failed) / Math.max(0.1, secondsOf(job));
  return (last.done + last.failed - first.done - first.failed) / (last.at - first.at);
}
