import { computed } from '@preact/signals';
import { Activity } from './activity.ts';
import { visitor } from './api.ts';
import { Jobs } from './jobs/jobs.ts';
import { Keys } from './keys.ts';
import { Playground } from './playground/playground.ts';
import { route } from './route.ts';
import { Sessions } from './sessions.ts';
import { SignIn, signOut } from './sign-in.ts';
import { Usage } from './usage.ts';
import { view, type Shown } from './view.ts';

const SCREENS = {
  playground: { name: 'Playground', show: Playground },
  jobs: { name: 'Jobs', show: Jobs },
  sessions: { name: 'Sessions', show: Sessions },
  activity: { name: 'Activity', show: Activity },
  keys: { name: 'Keys', show: Keys },
  usage: { name: 'Usage', show: Usage },
} as const;

type Screen = keyof typeof SCREENS;

const screen = computed<Screen>(() => {
  const [name = ''] = route.value;
  return Object.hasOwn(SCREENS, name) ? (name as Screen) : 'playground';
});

export function App(): Shown {
  const person = visitor.value;
  if (person === undefined) return view`<${SignIn} />`;
  const { show } = SCREENS[screen.value];
  return view`
    <header class="bar">
      <a class="name" href="#/playground">Decant</a>
      <nav aria-label="Screens">
        ${Object.entries(SCREENS).map(
          ([id, { name }]) =>
            view`<a href=${`#/${id}`} aria-current=${id === screen.value ? 'page' : undefined}>${name}</a>`,
        )}
        <a href="./docs">Docs</a>
        <a href="./reference">Reference</a>
      </nav>
      <span class="person">
        <span class="quiet">${person.team}</span>
        ${person.isKeyRequired && view`<button type="button" onClick=${signOut}>Sign out</button>`}
      </span>
    </header>
    <${show} />`;
}
