import { signal } from '@preact/signals';
import { view, type Shown } from '../view.ts';
import type { ScrapeReply } from './request.ts';
import { TABS } from './tabs.ts';

const chosen = signal('markdown');

/** The document of a reply, in tabs. */
export function Results({ reply }: { reply: ScrapeReply }): Shown {
  const document = reply.body.data;
  const tabs = Object.entries(TABS).filter(([, { has }]) => has(document, reply));
  const [id, tab] = tabs.find(([name]) => name === chosen.value) ?? tabs[0]!;
  const { warning, metadata } = document;
  return view`
    <p class="facts-line quiet">
      ${metadata.statusCode !== undefined && view`<span>status ${metadata.statusCode}</span>`}
      <span>${Math.round(reply.tookMs)} ms</span>
      <span>${metadata.creditsUsed ?? 0} credits</span>
      ${metadata.cacheState === 'hit' && view`<span>from the cache</span>`}
    </p>
    ${warning && view`<p class="warning" role="status">${warning}</p>`}
    <div class="tabs" role="tablist" aria-label="Result" onKeyDown=${move}>
      ${tabs.map(
        ([
          name,
          { name: label },
        ]) => view`<button key=${name} id=${`tab-${name}`} type="button" role="tab" aria-selected=${name === id}
          aria-controls="result" tabindex=${name === id ? 0 : -1} onClick=${() => (chosen.value = name)}>${label}</button>`,
      )}
    </div>
    <div id="result" role="tabpanel" aria-labelledby=${`tab-${id}`}>${tab.show(document, reply)}</div>`;
}

/** Arrow keys go from tab to tab (ARIA, tabs pattern). */
function move(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const all = Array.from((event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=tab]'));
  const at = all.findIndex((each) => each === event.target);
  const next = all[(at + step + all.length) % all.length];
  next?.focus();
  next?.click();
}
