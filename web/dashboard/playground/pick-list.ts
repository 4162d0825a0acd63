import { signal } from '@preact/signals';
import { view, type Shown } from '../view.ts';
import { add } from './picked.ts';
import type { Pickable } from './picture-elements.ts';

/** Rows that are drawn at once. */
const ROWS = 100;

const wanted = signal('');

/** The same as the picture for those who do not point: every element with its buttons. */
export function PickList({ items }: { items: readonly Pickable[] }): Shown {
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(({ name, role, selector }) => {
    const text = `${name} ${role} ${selector}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return view`<details class="pick-list">
    <summary>What can be picked, as a list (${items.length.toLocaleString()})</summary>
    <p class="line"><label for="pick-filter">Only with</label>
      <input id="pick-filter" type="search" value=${wanted.value}
        onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => (wanted.value = currentTarget.value)} />
      <span class="quiet" role="status">${found.length.toLocaleString()} of ${items.length.toLocaleString()}</span></p>
    <ul class="found">
      ${found.slice(0, ROWS).map(
        ({ selector, role, name }) => view`<li key=${selector}>
          <div><p class="title">${[role, name].filter(Boolean).join(': ') || selector}</p><p class="long"><code>${selector}</code></p></div>
          <span class="line">
            <button type="button" aria-label=${`Click ${selector}`} onClick=${() => add('click', selector)}>Click</button>
            <button type="button" aria-label=${`Keep ${selector}`} onClick=${() => add('keep', selector)}>Keep</button>
          </span>
        </li>`,
      )}
    </ul>
    ${found.length > ROWS && view`<p class="quiet">${(found.length - ROWS).toLocaleString()} more: say in the field above what it has.</p>`}
  </details>`;
}
