import { useEffect, useState } from 'preact/hooks';
import { view, type Shown } from '../view.ts';
import { mark } from './marks.ts';
import type { ToldPage } from './page-tree.ts';
import { VirtualRows, type VirtualRow } from './virtual-rows.ts';

interface PageRowsProps {
  pages: readonly ToldPage[];
  /** The page that is shown beside. */
  chosen: string | undefined;
  choose: (page: string) => void;
}

/** Pages one below the other. */
export function PageRows({ pages, chosen, choose }: PageRowsProps): Shown {
  const [active, setActive] = useState(0);
  useEffect(() => setActive((old) => Math.max(0, Math.min(old, pages.length - 1))), [pages.length]);
  if (pages.length === 0) return null;
  const rowOf = (index: number): VirtualRow => {
    const { page, url, state, code } = pages[index]!;
    return {
      attributes: {
        role: 'option',
        'aria-selected': page === chosen ? 'true' : 'false',
        'aria-setsize': pages.length,
        'aria-posinset': index + 1,
        title: url,
      },
      content: view`${mark(state)}<span class="name">${url}</span> <span class="unseen">${state}</span> ${code !== null && view`<code class="quiet">${code}</code>`}`,
    };
  };
  return view`<${VirtualRows} id="page" label="Pages found" role="listbox" count=${pages.length} rowOf=${rowOf}
    active=${active} setActive=${setActive} choose=${(index: number) => choose(pages[index]!.page)} />`;
}
