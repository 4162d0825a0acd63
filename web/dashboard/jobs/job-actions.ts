import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Problem } from '../problem.ts';
import { view, type Shown } from '../view.ts';
import type { Job } from './job.ts';

/** The actions of a job: it is cancelled, its failed pages are scraped once more, its documents are saved. */
export function JobActions({ job, again }: { job: Job; again: () => void }): Shown {
  const [problem, setProblem] = useState<unknown>(undefined);
  const { id, status, done, failed } = job;
  const file = (as: string): string => `./dashboard/jobs/${id}/download?as=${as}`;
  return view`
    <div class="line">
      ${status === 'scraping' && view`<${Cancel} job=${job} again=${again} setProblem=${setProblem} />`}
      ${failed > 0 && view`<${Retry} job=${job} setProblem=${setProblem} />`}
      ${done > 0 && view`<a class="button" href=${file('zip')} download>Markdown as zip</a> <a class="button" href=${file('jsonl')} download>JSON lines</a>`}
    </div>
    <${Problem} error=${problem} />`;
}

interface ActionProps {
  job: Job;
  setProblem: (problem: unknown) => void;
}

/** Scrapes the pages once more that failed, as a batch of their own. */
function Retry({ job: { id, failed }, setProblem }: ActionProps): Shown {
  const [isAsking, setAsking] = useState(false);
  const retry = async (): Promise<void> => {
    setAsking(true);
    setProblem(undefined);
    try {
      const { body } = await call<{ id: string }>(`/v2/team/jobs/${id}/retry`, {});
      location.hash = `#/jobs/${body.id}`;
    } catch (error) {
      setProblem(error);
      setAsking(false);
    }
  };
  return view`<button type="button" disabled=${isAsking} onClick=${retry}>Run ${failed === 1 ? 'the failed page' : `${failed.toLocaleString()} failed pages`} again</button>`;
}

/** Asks once more: what is cancelled does not go on. */
function Cancel({ job: { id, kind }, again, setProblem }: ActionProps & { again: () => void }): Shown {
  const [isAsked, ask] = useState(false);
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
    <button type="button" onClick=${() => ask(false)}>Let it run</button>`;
}
