import { view, type Shown } from './view.ts';

interface PagerProps {
  /** Cursors of the pages up to the one that is shown; none for the first. */
  trail: readonly string[];
  /** The cursor of the next page; null on the last. */
  cursor: string | null;
  go: (trail: readonly string[]) => void;
}

/** Leads through a list one page after the other: however long the list, the screen holds one page of it. */
export function Pager({ trail, cursor, go }: PagerProps): Shown {
  if (trail.length === 0 && cursor === null) return null;
  return view`<nav class="pager" aria-label="Pages of the list">
    <button type="button" disabled=${trail.length === 0} onClick=${() => go(trail.slice(0, -1))}>Back</button>
    <span class="quiet">page ${trail.length + 1}</span>
    <button type="button" disabled=${cursor === null} onClick=${() => cursor !== null && go([...trail, cursor])}>Next</button>
  </nav>`;
}
