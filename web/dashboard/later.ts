import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './problem.ts';
import { view, type Shown } from './view.ts';

/** A screen whose modules are fetched when it is shown for the first time. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  const kept: { screen?: ComponentType } = {};
  return function Later(): Shown {
    const [screen, show] = useState<{ screen?: ComponentType; problem?: unknown }>(kept);
    useEffect(() => {
      if (kept.screen !== undefined) return;
      load().then(
        (loaded) => {
          kept.screen = loaded;
          show({ screen: loaded });
        },
        () => show({ problem: new Error('This screen could not be loaded: reload the page') }),
      );
    }, []);
    const { screen: Screen, problem } = screen;
    if (Screen !== undefined) return view`<${Screen} />`;
    return view`<main class="screen" aria-busy=${problem === undefined}><${Problem} error=${problem} /></main>`;
  };
}
