import { useEffect } from 'preact/hooks';
import { route } from '../route.ts';
import { view, type Shown } from '../view.ts';
import { AskForm } from './ask-form.ts';
import { CopyAs } from './copy-as.ts';
import { FoundPages } from './found.ts';
import { Options } from './options.ts';
import { Refusal } from './refusal.ts';
import { Results } from './results.ts';
import { foundBefore, parseFile, run, showFound, showScrape } from './run.ts';

/** One field and a button; what comes of them; the options beside. */
export function Playground(): Shown {
  const { isRunning } = run.value;
  const [, shownId = ''] = route.value;
  useEffect(() => {
    if (shownId !== '') void showScrape(shownId);
  }, [shownId]);
  return view`
    <main class="screen playground" onDragOver=${allowDrop} onDrop=${drop}>
      <h1 class="unseen">Playground</h1>
      <${AskForm} />
      <div class="columns">
        <section class="outcome" aria-live="polite" aria-busy=${isRunning}><${Outcome} /></section>
        <aside>
          <${CopyAs} />
          <${Options} />
        </aside>
      </div>
    </main>`;
}

function Outcome(): Shown {
  const { isRunning, reply, found, problem } = run.value;
  if (isRunning) return view`<p class="empty quiet">At work…</p>`;
  if (problem !== undefined) return view`<${Refusal} error=${problem} />`;
  if (found !== undefined) return view`<${FoundPages} reply=${found.reply} />`;
  if (reply === undefined)
    return view`<p class="empty quiet">The page comes here as Markdown, beside the page itself.</p>`;
  return view`
    ${foundBefore.value && view`<p><button type="button" onClick=${showFound}>Back to what was found</button></p>`}
    <${Results} reply=${reply} />`;
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
