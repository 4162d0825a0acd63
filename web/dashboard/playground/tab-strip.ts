import { signal } from '@preact/signals';
import { view, type Shown } from '../view.ts';

/** A tab as the strip shows it. */
export interface ShownTab {
  id: string;
  name: string;
  show: () => Shown;
}

/** The tab that was chosen last, which stays for the next reply that has it. */
const chosenTab = signal('');

/** Tabs, and the panel of the one that was chosen; the first when it is not there. */
export function TabStrip({ tabs }: { tabs: readonly ShownTab[] }): Shown {
  const chosen = tabs.find(({ id }) => id === chosenTab.value) ?? tabs[0];
  if (chosen === undefined) return null;
  return view`
    <div class="tabs" role="tablist" aria-label="Result" onKeyDown=${move}>
      ${tabs.map(
        ({
          id,
          name,
        }) => view`<button key=${id} id=${`tab-${id}`} type="button" role="tab" aria-selected=${id === chosen.id}
          aria-controls="result" tabindex=${id === chosen.id ? 0 : -1} onClick=${() => (chosenTab.value = id)}>${name}</button>`,
      )}
    </div>
    <div id="result" role="tabpanel" aria-labelledby=${`tab-${chosen.id}`} key=${chosen.id}>${chosen.show()}</div>`;
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
