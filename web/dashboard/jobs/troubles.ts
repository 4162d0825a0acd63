import { view, type Shown } from '../view.ts';
import { withCode } from '../with-code.ts';
import { SKIP_WORDS, type JobAnswer } from './job.ts';
import type { PageFilter } from './site.ts';

interface TroublesProps {
  answer: JobAnswer;
  show: (filter: PageFilter) => void;
}

/** The errors of a job by kind, with advice; the pages that were left out and why; warnings of the whole job. */
export function Troubles({ answer: { errors, skipped, warnings, error }, show }: TroublesProps): Shown {
  return view`
    ${error !== null && view`<p class="problem long">${error}</p>`}
    ${warnings.map((sentence) => view`<p key=${sentence} class="warning long">${sentence}</p>`)}
    ${
      errors.length > 0 &&
      view`<section aria-label="Errors"><h2>Errors</h2><ul class="errors">
        ${errors.map(
          ({ code, pages, examples, error: why, advice }) => view`<li key=${code}>
            <p><strong>${pages.toLocaleString()} × <code>${code}</code></strong> ${withCode(advice)}${' '}
              <button type="button" aria-label=${`Show the pages with ${code}`} onClick=${() => show({ state: 'failed', text: code })}>Show</button></p>
            <p class="quiet long">${why}</p>
            ${examples.map((url) => view`<p key=${url} class="quiet long example">${url}</p>`)}
          </li>`,
        )}
      </ul></section>`
    }
    ${
      skipped.length > 0 &&
      view`<section aria-label="Left out"><h2>Left out</h2><ul class="errors">
        ${skipped.map(
          ({ reason, pages, examples }) => view`<li key=${reason}>
            <p><strong>${pages.toLocaleString()} × ${reason === 'robots' ? 'robots.txt' : reason}</strong> ${SKIP_WORDS[reason]}${' '}
              <button type="button" aria-label=${`Show the pages left out: ${reason}`} onClick=${() => show({ state: 'skipped', text: reason })}>Show</button></p>
            ${examples.map((url) => view`<p key=${url} class="quiet long example">${url}</p>`)}
          </li>`,
        )}
      </ul></section>`
    }`;
}
