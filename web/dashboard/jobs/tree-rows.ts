import { useEffect, useState } from 'preact/hooks';
import { view, type Shown } from '../view.ts';
import { mark } from './marks.ts';
import { PAGE_STATES, type TreeNode, type TreeRow } from './page-tree.ts';
import { VirtualRows, type VirtualRow } from './virtual-rows.ts';

interface TreeRowsProps {
  rows: readonly TreeRow[];
  /** The page that is shown beside. */
  chosen: string | undefined;
  choose: (page: string) => void;
  /** A folder was opened or closed. */
  changed: () => void;
}

/** A site as folders, with what became of the pages in each. */
export function TreeRows({ rows, chosen, choose, changed }: TreeRowsProps): Shown {
  const [node, setNode] = useState<TreeNode | undefined>(undefined);
  // Rows move while a job finds pages: the one that keys act on stays the same.
  const found = node === undefined ? 0 : rows.findIndex((row) => row.node === node);
  const active = Math.max(0, found);
  useEffect(() => void (found === -1 && setNode(undefined)), [found]);
  if (rows.length === 0) return null;
  const setActive = (index: number): void => setNode(rows[index]?.node);
  const setOpen = (which: TreeNode, isOpen: boolean): void => {
    which.isOpen = isOpen;
    changed();
  };
  const choosing = (index: number): void => {
    const {
      node: { page, children, isOpen },
    } = rows[index]!;
    if (page !== undefined) choose(page.page);
    else if (children !== undefined) setOpen(rows[index]!.node, !isOpen);
  };
  const onKey = (key: string, index: number): boolean => {
    const { node: at } = rows[index]!;
    const isFolder = at.children !== undefined;
    if (key === 'ArrowRight' && isFolder) {
      if (at.isOpen) setActive(index + 1);
      else setOpen(at, true);
    } else if (key === 'ArrowLeft' && isFolder && at.isOpen) setOpen(at, false);
    else if (key === 'ArrowLeft' && at.parent?.parent) setNode(at.parent);
    else return false;
    return true;
  };
  const rowOf = (index: number): VirtualRow =>
    toRow(rows[index]!, { chosen, toggle: (which) => setOpen(which, !which.isOpen) });
  return view`<${VirtualRows} id="node" label="Site" role="tree" count=${rows.length} rowOf=${rowOf}
    active=${active} setActive=${setActive} choose=${choosing} onKey=${onKey} />`;
}

function toRow(
  { node, level, place, siblings }: TreeRow,
  { chosen, toggle }: { chosen: string | undefined; toggle: (node: TreeNode) => void },
): VirtualRow {
  const { name, page, children, counts, isOpen } = node;
  const shown = readable(name);
  const inside = PAGE_STATES.filter((state) => (counts?.[state] ?? 0) > 0);
  const words = [
    ...(page === undefined ? [] : [page.state]),
    ...inside.map((state) => `${counts?.[state]} ${state}`),
  ];
  const stop = (event: Event): void => {
    event.stopPropagation();
    toggle(node);
  };
  return {
    attributes: {
      role: 'treeitem',
      'aria-level': level,
      'aria-setsize': siblings,
      'aria-posinset': place,
      'aria-selected': page !== undefined && page.page === chosen ? 'true' : 'false',
      title: page?.url ?? shown,
      style: { '--level': level },
      ...(children !== undefined && { 'aria-expanded': isOpen ? 'true' : 'false' }),
    },
    content: view`
      ${children === undefined ? view`<span class="opener" />` : view`<span class="opener" aria-hidden="true" onClick=${stop}>${isOpen ? '▾' : '▸'}</span>`}
      ${page !== undefined && mark(page.state)}
      <span class="name">${shown}</span> <span class="unseen">${words.join(', ')}</span>
      ${counts && view`<span class="inside" aria-hidden="true">${inside.map((state) => view`<span key=${state} class=${`page-sign ${state}`}>${counts[state].toLocaleString()}</span>`)}</span>`}`,
  };
}

/** A part of a path in the letters that it stands for. */
function readable(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
