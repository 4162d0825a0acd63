import { useState } from 'preact/hooks';
import { Problem } from '../problem.ts';
import { view, type Shown } from '../view.ts';
import { JobActions } from './job-actions.ts';
import type { Link } from './follow-job.ts';
import { KIND_NAMES, STATUS_NAMES, secondsOf, targetOf, type JobAnswer } from './job.ts';
import { Plot } from './plot.ts';
import { rateOf } from './samples.ts';
import { Site, type PageFilter } from './site.ts';
import { Troubles } from './troubles.ts';
import { useJob, type FollowedJob } from './use-job.ts';

/** One job, as it goes on. */
export function JobScreen({ id }: { id: string }): Shown {
  const [turn, setTurn] = useState(0);
  const followed = useJob(id, turn);
  const { answer, problem } = followed;
  return view`
    <main class="screen job">
      <p><a href="#/jobs">All jobs</a></p>
      <${Problem} error=${problem} />
      ${answer && view`<${Facts} followed=${followed} answer=${answer} again=${() => setTurn(turn + 1)} />`}
    </main>`;
}

const LINK_WORDS: Readonly<Record<Link, string>> = {
  connecting: '',
  live: 'live',
  polling: 'asked for every second: no WebSocket could be opened',
  ended: '',
};

interface FactsProps {
  followed: FollowedJob;
  answer: JobAnswer;
  again: () => void;
}

function Facts({ followed, answer, again }: FactsProps): Shown {
  const [filter, setFilter] = useState<PageFilter>({ text: '' });
  const { samples, tree, version, link } = followed;
  const { data: job } = answer;
  const { status, done, waiting, failed } = job;
  return view`
    <h1 class="long">${KIND_NAMES[job.kind]} of ${targetOf(job)}</h1>
    <div class="line">
      <span class=${`state ${status}`} role="status">${STATUS_NAMES[status]}</span>
      <span class="quiet">${Math.round(secondsOf(job)).toLocaleString()} s, at most ${job.limit.toLocaleString()} pages</span>
      ${LINK_WORDS[link] !== '' && view`<span class=${`quiet link ${link}`}>${LINK_WORDS[link]}</span>`}
    </div>
    <${JobActions} job=${job} again=${again} />
    <dl class="counts">
      ${count('Done', done.toLocaleString())}
      ${count('Waiting', waiting.toLocaleString())}
      ${count('Failed', failed.toLocaleString())}
      ${count('Pages per second', rateOf(job, samples).toFixed(1))}
    </dl>
    <${Plot} samples=${samples} />
    <${Troubles} answer=${answer} show=${(wanted: PageFilter) => setFilter(wanted)} />
    <${Site} job=${job} tree=${tree} version=${version} filter=${filter} setFilter=${setFilter} />`;
}

function count(name: string, value: string): Shown {
  return view`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
