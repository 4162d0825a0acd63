import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Problem } from '../problem.ts';
import { view, type Shown } from '../view.ts';
import { withCode } from '../with-code.ts';
import { SKIP_WORDS, type Job } from './job.ts';
import type { ToldPage } from './page-tree.ts';

/** Characters of a document that are shown beside the tree. */
const MAX_SHOWN = 20_000;

interface PageAnswer {
  url: string;
  state: ToldPage['state'];
  isAtWork: boolean;
  scrapeId: string | null;
  ended_at: string | null;
  code: string | null;
  error: string | null;
  advice: string;
  attempts: number;
  not_before: string | null;
  depth: number;
  durationMs: number | null;
}

interface PagePanelProps {
  job: Job;
  page: ToldPage;
  close: () => void;
  /** Shows where it is in the tree. */
  showInTree: (() => void) | undefined;
}

/** One page: what became of it, and its document. */
export function PagePanel({ job, page, close, showInTree }: PagePanelProps): Shown {
  const [answer, show] = useState<PageAnswer | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(undefined);
  const panel = useRef<HTMLElement>(null);
  // On a phone it stands below the list.
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), []);
  useEffect(() => {
    const state = { isOver: false };
    call<{ data: PageAnswer }>(`/v2/team/jobs/${job.id}/pages/${page.page}`).then(
      ({ body }) => void (state.isOver || show(body.data)),
      (error: unknown) => void (state.isOver || setProblem(error)),
    );
    return () => void (state.isOver = true);
  }, [page.page, page.state]);
  return view`<aside class="page-panel" ref=${panel} aria-label="Page">
    <div class="line">
      <button type="button" onClick=${close}>Close</button>
      ${showInTree && view`<button type="button" onClick=${showInTree}>Show in the tree</button>`}
    </div>
    <h3 class="long">${/^https?:/i.test(page.url) ? view`<a href=${page.url} rel="noopener noreferrer" target="_blank">${page.url}</a>` : page.url}</h3>
    <${Problem} error=${problem} />
    ${answer && view`<${PageFacts} answer=${answer} />`}
    ${typeof answer?.scrapeId === 'string' && answer.attempts > 0 && view`<${PageSteps} key=${answer.scrapeId} id=${answer.scrapeId} />`}
    ${answer?.state === 'done' && answer.scrapeId !== null && view`<${PageDocument} key=${answer.scrapeId} id=${answer.scrapeId} />`}
  </aside>`;
}

function PageFacts({ answer }: { answer: PageAnswer }): Shown {
  const { state, isAtWork, code, error, advice, attempts, depth, durationMs } = answer;
  const { ended_at: endedAt, not_before: notBefore } = answer;
  const skip =
    code !== null && Object.hasOwn(SKIP_WORDS, code) ? SKIP_WORDS[code as keyof typeof SKIP_WORDS] : '';
  return view`
    ${state === 'failed' && view`<p><code>${code}</code> ${withCode(advice)}</p>`}
    ${error !== null && view`<p class="long">${error}</p>`}
    ${state === 'skipped' && view`<p>${skip}</p>`}
    <dl class="facts">
      ${fact('State', isAtWork ? 'at work' : state)}
      ${fact('Tries', attempts.toLocaleString())}
      ${fact('Links from the start', depth.toLocaleString())}
      ${endedAt !== null && fact('Ended', new Date(endedAt).toLocaleString())}
      ${durationMs !== null && fact('Took', `${(durationMs / 1_000).toFixed(2)} s`)}
      ${notBefore !== null && state === 'waiting' && fact('Tried again after', new Date(notBefore).toLocaleTimeString())}
    </dl>`;
}

function fact(name: string, value: string): Shown {
  return view`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

interface Step {
  name: string;
  atMs: number;
  tookMs: number;
  note: string | null;
  isFailed: boolean;
}

/** The steps of the last scrape of the page. */
function PageSteps({ id }: { id: string }): Shown {
  const [steps, show] = useState<readonly Step[]>([]);
  useEffect(() => {
    const state = { isOver: false };
    // Nothing is told of a scrape that kept nothing.
    call<{ data: { steps: Step[] } }>(`/v2/team/scrapes/${id}`).then(
      ({ body }) => void (state.isOver || show(body.data.steps)),
      () => undefined,
    );
    return () => void (state.isOver = true);
  }, [id]);
  if (steps.length === 0) return null;
  return view`<details class="steps">
    <summary>${steps.length} steps</summary>
    <ol>${steps.map(
      ({ name, atMs, tookMs, note, isFailed }, at) => view`<li key=${at} class=${isFailed ? 'bad' : ''}>
        ${name} <span class="quiet long">at ${Math.round(atMs)} ms, ${Math.round(tookMs)} ms${note !== null && `: ${note}`}</span>
      </li>`,
    )}</ol>
  </details>`;
}

/** The document as its source: text, whatever stands in it. */
function PageDocument({ id }: { id: string }): Shown {
  const [text, show] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(undefined);
  useEffect(() => {
    const state = { isOver: false };
    call<{ data: { markdown?: string } }>(`/v2/scrape/${id}`).then(
      ({ body }) => void (state.isOver || show(body.data.markdown ?? JSON.stringify(body.data, null, 2))),
      (error: unknown) => void (state.isOver || setProblem(error)),
    );
    return () => void (state.isOver = true);
  }, [id]);
  return view`
    <p><a href=${`#/playground/${id}`}>Open in the playground</a></p>
    <${Problem} error=${problem} />
    ${text !== undefined && view`<pre class="source" tabindex="0" aria-label="Document">${text.slice(0, MAX_SHOWN)}${text.length > MAX_SHOWN && '\n…'}</pre>`}`;
}
