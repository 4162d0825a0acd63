import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './problem.ts';
import { view, type Shown } from './view.ts';

/** A screen, or a part of one, whose modules are fetched when it is shown for the first time. */
export function later<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  Frame: ComponentType<{ problem: unknown }> = EmptyScreen,
): ComponentType<Props> {
  const kept: { screen?: ComponentType<Props> } = {};
  return function Later(props): Shown {
    const [screen, show] = useState<{ screen?: ComponentType<Props>; problem?: unknown }>(kept);
    useEffect(() => {
      if (kept.screen !== undefined) return;
      load().then(
        (loaded) => {
          kept.screen = loaded;
          show({ screen: loaded });
        },
        () => show({ problem: new Error('This could not be loaded: reload the page') }),
      );
    }, []);
    const { screen: Screen, problem } = screen;
    return Screen === undefined ? view`<${Frame} problem=${problem} />` : view`<${Screen} ...${props} />`;
  };
}

function EmptyScreen({ problem }: { problem: unknown }): Shown {
  return view`<main class="screen" aria-busy=${problem === undefined}><${Problem} error=${problem} /></main>`;
}
