import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { view, type Shown } from '../view.ts';

/** Height of a row, px; the style sheet has the same. */
const ROW = 32;
/** Rows that stand ready above and below of those that are seen. */
const AHEAD = 12;

export interface VirtualRow {
  /** Attributes of its element: its role and what belongs to that. */
  attributes: Readonly<Record<string, unknown>>;
  content: Shown;
}

interface VirtualRowsProps {
  /** Ids of rows begin with it. */
  id: string;
  label: string;
  role: 'tree' | 'listbox';
  count: number;
  rowOf: (index: number) => VirtualRow;
  /** The row that keys act on. */
  active: number;
  setActive: (index: number) => void;
  /** A row is chosen, by a click or a key. */
  choose: (index: number) => void;
  /** Keys beyond those that move; true when it has done something. */
  onKey?: (key: string, index: number) => boolean;
}

/** A long list: of tens of thousands of rows those are made that are seen, so that it scrolls like a short one. */
export function VirtualRows(props: VirtualRowsProps): Shown {
  const { id, label, role, count, rowOf, active, setActive, choose } = props;
  const box = useRef<HTMLDivElement>(null);
  const [seen, see] = useState({ first: 0, rows: 30 });
  const look = (): void => {
    const { scrollTop, clientHeight } = box.current ?? { scrollTop: 0, clientHeight: 0 };
    const first = Math.max(0, Math.floor(scrollTop / ROW / AHEAD) * AHEAD - AHEAD);
    const rows = Math.ceil(clientHeight / ROW) + AHEAD * 3;
    see((old) => (old.first === first && old.rows === rows ? old : { first, rows }));
  };
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const sizes = new ResizeObserver(look);
    sizes.observe(current);
    return () => sizes.disconnect();
  }, []);
  // A list that has become shorter is seen further up.
  useLayoutEffect(look, [count]);
  const move = (index: number): void => {
    const to = Math.max(0, Math.min(count - 1, index));
    setActive(to);
    if (box.current !== null) bringIntoView(box.current, to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? ROW) / ROW) - 1);
    const to = targetOf(event.key, { active, count, page });
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' || event.key === ' ') choose(active);
    else if (props.onKey?.(event.key, active) !== true) return;
    event.preventDefault();
  };
  const last = Math.min(count, seen.first + seen.rows);
  const rows: Shown[] = [];
  for (let index = Math.min(seen.first, count); index < last; index++) {
    const { attributes, content } = rowOf(index);
    rows.push(view`<div key=${index} id=${`${id}-${index}`} class=${index === active ? 'row active' : 'row'}
      onClick=${() => (setActive(index), choose(index))} ...${attributes}>${content}</div>`);
  }
  const hasActive = active >= seen.first && active < last;
  return view`<div class="rows" ref=${box} role=${role} aria-label=${label} tabindex="0" style=${{ height: `min(60vh, ${count * ROW + 2}px)` }}
    aria-activedescendant=${hasActive ? `${id}-${active}` : undefined} onScroll=${look} onKeyDown=${onKeyDown}>
    <div role="none" style=${{ height: `${count * ROW}px` }}>
      <div role="none" style=${{ transform: `translateY(${seen.first * ROW}px)` }}>${rows}</div>
    </div>
  </div>`;
}

/** Where a key leads to; undefined for other keys. */
function targetOf(
  key: string,
  { active, count, page }: { active: number; count: number; page: number },
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function bringIntoView(box: HTMLElement, index: number): void {
  const top = index * ROW;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW - box.clientHeight;
}
