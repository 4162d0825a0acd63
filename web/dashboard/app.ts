import { computed } from '@preact/signals';
import type { ComponentType } from 'preact';
import { visitor } from './api.ts';
import { Bar } from './bar.ts';
import { later } from './later.ts';
import { Playground } from './playground/playground.ts';
import { route } from './route.ts';
import { SignIn } from './sign-in.ts';
import { view, type Shown } from './view.ts';

interface Screen {
  name: string;
  show: ComponentType;
  /** Only keys of the operator's team may ask for what is on it. */
  isForOperator?: true;
}

const SCREENS: Readonly<Record<string, Screen>> = {
  playground: { name: 'Playground', show: Playground },
  jobs: { name: 'Jobs', show: later(async () => (await import('./jobs/jobs.ts')).Jobs) },
  sessions: { name: 'Sessions', show: later(async () => (await import('./sessions.ts')).Sessions) },
  webhooks: { name: 'Webhooks', show: later(async () => (await import('./webhooks.ts')).Webhooks) },
  activity: { name: 'Activity', show: later(async () => (await import('./activity.ts')).Activity) },
  keys: { name: 'Keys', show: later(async () => (await import('./keys.ts')).Keys) },
  usage: { name: 'Usage', show: later(async () => (await import('./usage.ts')).Usage) },
  teams: {
    name: 'Teams',
    show: later(async () => (await import('./operator/teams.ts')).Teams),
    isForOperator: true,
  },
  system: {
    name: 'System',
    show: later(async () => (await import('./operator/system.ts')).System),
    isForOperator: true,
  },
};

const screen = computed(() => {
  const [name = ''] = route.value;
  return Object.hasOwn(SCREENS, name) ? name : 'playground';
});

export function App(): Shown {
  const person = visitor.value;
  if (person === undefined) return view`<${SignIn} />`;
  const current = screen.value;
  const { show } = SCREENS[current]!;
  const screens = Object.entries(SCREENS).flatMap(([id, { name, isForOperator }]) =>
    isForOperator && !person.isOperator ? [] : [[id, name] as const],
  );
  return view`
    <${Bar} person=${person} screens=${screens} current=${current} />
    <${show} key=${current} />`;
}
