import { useEffect } from 'preact/hooks';
import { Problem } from '../problem.ts';
import { route } from '../route.ts';
import { view, type Shown } from '../view.ts';
import { CopyAs } from './copy-as.ts';
import { Options } from './options.ts';
import { hasPicture, parseFile, run, scrape, showScrape, url } from './request.ts';
import { Results } from './results.ts';
import { crawlLimit, startCrawl, USUAL_LIMIT } from './start-crawl.ts';

/** One field and a button; what comes of them; the options beside. */
export function Playground(): Shown {
  const { isRunning, reply, problem } = run.value;
  const [, shownId = ''] = route.value;
  useEffect(() => {
    if (shownId !== '') void showScrape(shownId);
  }, [shownId]);
  return view`
    <main class="screen playground" onDragOver=${allowDrop} onDrop=${drop}>
      <h1 class="unseen">Playground</h1>
      <form class="ask" onSubmit=${submit}>
        <label class="unseen" for="url">Address of a page or file</label>
        <input id="url" type="text" inputmode="url" required autocomplete="url" spellcheck="false" placeholder="https://example.com, or drop a file here"
          value=${url.value} onInput=${(event: Event) => (url.value = (event.target as HTMLInputElement).value)} />
        <label class="check"><input type="checkbox" checked=${hasPicture.value}
          onChange=${(event: Event) => (hasPicture.value = (event.target as HTMLInputElement).checked)} /> Screenshot</label>
        <button class="primary" type="submit" disabled=${isRunning}>${isRunning ? 'Reading…' : 'Scrape'}</button>
        <span class="whole">
          <button type="submit" value="crawl" disabled=${isRunning}>Crawl the site</button>
          <label for="crawl-limit">pages, at most</label>
          <input id="crawl-limit" type="number" min="1" placeholder=${USUAL_LIMIT} value=${crawlLimit.value}
            onInput=${(event: Event) => (crawlLimit.value = (event.target as HTMLInputElement).value)} />
        </span>
      </form>
      <div class="columns">
        <section class="outcome" aria-live="polite" aria-busy=${isRunning}>
          <${Problem} error=${problem} />
          ${reply ? view`<${Results} reply=${reply} />` : !isRunning && problem === undefined && view`<p class="empty quiet">The page comes here as Markdown, beside the page itself.</p>`}
        </section>
        <aside>
          <${Options} />
          <${CopyAs} />
        </aside>
      </div>
    </main>`;
}

async function submit(event: Event): Promise<void> {
  event.preventDefault();
  const { submitter } = event as SubmitEvent;
  const isCrawl = submitter instanceof HTMLButtonElement && submitter.value === 'crawl';
  await (isCrawl ? startCrawl() : scrape());
}

function allowDrop(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

async function drop(event: DragEvent): Promise<void> {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  await parseFile(file);
}
