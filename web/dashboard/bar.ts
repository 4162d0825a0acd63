import { useEffect, useState } from 'preact/hooks';
import type { Visitor } from './api.ts';
import { route } from './route.ts';
import { signOut } from './sign-in.ts';
import { view, type Shown } from './view.ts';

interface BarProps {
  person: Visitor;
  /** The screens that the person has: what the address calls them, and their names. */
  screens: ReadonlyArray<readonly [id: string, name: string]>;
  current: string;
}

/** The way to the screens; on a phone behind a button, which names the one that is shown. */
export function Bar({ person, screens, current }: BarProps): Shown {
  const [isOpen, open] = useState(false);
  useEffect(() => open(false), [route.value]);
  const name = screens.find(([id]) => id === current)?.[1] ?? '';
  const leave = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') open(false);
  };
  return view`
    <header class="bar" onKeyDown=${leave}>
      <a class="name" href="#/playground">Decant</a>
      <button type="button" class="menu" aria-expanded=${isOpen} aria-controls="screens" onClick=${() => open(!isOpen)}>
        <span class="unseen">Screens, now </span>${name}
      </button>
      <nav id="screens" aria-label="Screens" class=${isOpen ? 'is-open' : ''}>
        ${screens.map(
          ([id, title]) =>
            view`<a key=${id} href=${`#/${id}`} aria-current=${id === current ? 'page' : undefined}>${title}</a>`,
        )}
        <a href="./docs">Docs</a>
        <a href="./reference">Reference</a>
      </nav>
      <span class="person">
        <span class="quiet team">${person.team}</span>
        ${person.isKeyRequired && view`<button type="button" onClick=${signOut}>Sign out</button>`}
      </span>
    </header>`;
}
