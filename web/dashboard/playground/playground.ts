import { Problem } from '../problem.ts';
import { view, type Shown } from '../view.ts';
import { CopyAs } from './copy-as.ts';
import { Options } from './options.ts';
import { hasPicture, parseFile, run, scrape, url } from './request.ts';
import { Results } from './results.ts';

/** One field and a button; what comes of them; the options beside. */
export function Playground(): Shown {
  const { isRunning, reply, problem } = run.value;
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
  await scrape();
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
