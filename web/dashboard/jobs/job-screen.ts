import { useEffect, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Problem } from '../problem.ts';
import { usePolling } from '../use-polling.ts';
import { view, type Shown } from '../view.ts';
import { withCode } from '../with-code.ts';
import { JobPages } from './job-pages.ts';
import { KIND_NAMES, STATUS_NAMES, secondsOf, targetOf, type Job } from './job.ts';
import { Plot } from './plot.ts';
import { addSample, rateOf, type Sample } from './samples.ts';

interface ErrorKind {
  code: string;
  pages: number;
  url: string;
  error: string;
  advice: string;
}

interface JobAnswer {
  data: Job;
  errors: ErrorKind[];
  robotsBlocked: number;
}

/** One job, as it goes on. */
export function JobScreen({ id }: { id: string }): Shown {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const { answer, problem, again } = usePolling(
    id,
    async () => (await call<JobAnswer>(`/v2/team/jobs/${encodeURIComponent(id)}`)).body,
    ({ data }) => data.status === 'scraping',
  );
  useEffect(() => {
    if (answer) setSamples((old) => addSample(old, answer.data));
  }, [answer]);
  return view`
    <main class="screen job">
      <p><a href="#/jobs">All jobs</a></p>
      <${Problem} error=${problem} />
      ${answer && view`<${Facts} answer=${answer} samples=${samples} again=${again} />`}
    </main>`;
}

function Facts({
  answer,
  samples,
  again,
}: {
  answer: JobAnswer;
  samples: readonly Sample[];
  again: () => void;
}): Shown {
  const { data: job, errors, robotsBlocked } = answer;
  const { status, done, waiting, failed } = job;
  return view`
    <h1 class="long">${KIND_NAMES[job.kind]} of ${targetOf(job)}</h1>
    <div class="line">
      <span class=${`state ${status}`} role="status">${STATUS_NAMES[status]}</span>
      <span class="quiet">${Math.round(secondsOf(job)).toLocaleString()} s, at most ${job.limit.toLocaleString()} pages</span>
      ${status === 'scraping' && view`<${Cancel} job=${job} again=${again} />`}
    </div>
    <dl class="counts">
      ${count('Done', done.toLocaleString())}
      ${count('Waiting', waiting.toLocaleString())}
      ${count('Failed', failed.toLocaleString())}
      ${count('Pages per second', rateOf(job, samples).toFixed(1))}
    </dl>
    <${Plot} samples=${samples} />
    ${errors.length + robotsBlocked > 0 && errorKinds(errors, robotsBlocked)}
    <${JobPages} job=${job} />`;
}

function count(name: string, value: string): Shown {
  return view`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** Asks once more: what is cancelled does not go on. */
function Cancel({ job: { id, kind }, again }: { job: Job; again: () => void }): Shown {
  const [isAsked, ask] = useState(false);
  const [problem, setProblem] = useState<unknown>(undefined);
  const cancel = async (): Promise<void> => {
    const path = kind === 'crawl' ? '/v2/crawl' : '/v2/batch/scrape';
    try {
      await call(`${path}/${id}`, undefined, { method: 'DELETE' });
    } catch (error) {
      setProblem(error);
    }
    again();
  };
  if (!isAsked) return view`<button type="button" onClick=${() => ask(true)}>Cancel</button>`;
  return view`
    <button type="button" class="primary" onClick=${cancel}>Cancel for good</button>
    <button type="button" onClick=${() => ask(false)}>Let it run</button>
    <${Problem} error=${problem} />`;
}

function errorKinds(errors: readonly ErrorKind[], robotsBlocked: number): Shown {
  return view`<section aria-label="Errors">
    <h2>Errors</h2>
    <ul class="errors">
      ${errors.map(
        ({ code, pages, url, error, advice }) => view`<li key=${code}>
          <p><strong>${pages.toLocaleString()} × <code>${code}</code></strong> ${advice !== '' && withCode(advice)}</p>
          <p class="quiet long">${error} <span>(${url})</span></p>
        </li>`,
      )}
      ${
        robotsBlocked > 0 &&
        view`<li><p><strong>${robotsBlocked.toLocaleString()} × robots.txt</strong> The site asks not to fetch them; they are under “skipped”.</p></li>`
      }
    </ul>
  </section>`;
}
