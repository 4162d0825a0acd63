import { useMemo, useState } from 'preact/hooks';
import { view, type Shown } from '../view.ts';
import type { Job } from './job.ts';
import { PagePanel } from './page-panel.ts';
import { openAbove, PAGE_STATES, type PageState, type PageTree } from './page-tree.ts';
import { PageRows } from './page-rows.ts';
import { TreeRows } from './tree-rows.ts';

/** Which pages are shown. */
export interface PageFilter {
  /** All when undefined. */
  state?: PageState | undefined;
  /** A piece of the address, or the code of an error. */
  text: string;
}

interface SiteProps {
  job: Job;
  tree: PageTree;
  /** Grows when the tree changes. */
  version: number;
  filter: PageFilter;
  setFilter: (filter: PageFilter) => void;
}

/** The pages of a job: as a tree of folders, or as a list of those that were asked for; beside it the page that was chosen. */
export function Site({ job, tree, version, filter, setFilter }: SiteProps): Shown {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const [turns, setTurns] = useState(0);
  const isFiltered = filter.state !== undefined || filter.text !== '';
  const rows = useMemo(() => (isFiltered ? [] : tree.rows()), [tree, version, turns, isFiltered]);
  const pages = useMemo(
    () =>
      isFiltered
        ? tree.matches(new Set(filter.state === undefined ? PAGE_STATES : [filter.state]), filter.text)
        : [],
    [tree, version, isFiltered, filter.state, filter.text],
  );
  const showInTree = (page: string): void => {
    const node = tree.node(page);
    if (node) openAbove(node);
    setFilter({ text: '' });
  };
  const page = chosen === undefined ? undefined : tree.node(chosen)?.page;
  return view`<section class="site" aria-label="Pages">
    <h2>Pages</h2>
    <${Filter} tree=${tree} filter=${filter} setFilter=${setFilter} />
    ${tree.isFull && view`<p class="warning">Only the first ${tree.size.toLocaleString()} pages are shown here; the download has all.</p>`}
    <div class=${page === undefined ? 'split' : 'split chosen'}>
      <div>
        ${isFiltered && view`<p class="quiet" role="status">${pages.length.toLocaleString()} of ${tree.size.toLocaleString()} pages</p>`}
        ${
          isFiltered
            ? view`<${PageRows} pages=${pages} chosen=${chosen} choose=${choose} />`
            : view`<${TreeRows} rows=${rows} chosen=${chosen} choose=${choose} changed=${() => setTurns(turns + 1)} />`
        }
        ${tree.size === 0 && view`<p class="quiet">${job.status === 'scraping' ? 'No page was found yet.' : 'No page was found, or nothing of them was kept.'}</p>`}
      </div>
      ${page && view`<${PagePanel} key=${page.page} job=${job} page=${page} close=${() => choose(undefined)} showInTree=${isFiltered ? () => showInTree(page.page) : undefined} />`}
    </div>
  </section>`;
}

function Filter({ tree, filter, setFilter }: Pick<SiteProps, 'tree' | 'filter' | 'setFilter'>): Shown {
  const { counts } = tree;
  const button = (name: string, state: PageState | undefined, count: number): Shown =>
    view`<button key=${name} type="button" aria-pressed=${filter.state === state ? 'true' : 'false'}
      onClick=${() => setFilter({ ...filter, state })}>${name} <span class="quiet">${count.toLocaleString()}</span></button>`;
  return view`<div class="line">
    <div class="line" role="group" aria-label="State">
      ${button('all', undefined, tree.size)}
      ${PAGE_STATES.map((state) => button(state, state, counts[state]))}
    </div>
    <label class="unseen" for="page-text">Part of the address, or code of an error</label>
    <input id="page-text" type="search" placeholder="part of the address" value=${filter.text}
      onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => setFilter({ ...filter, text: currentTarget.value.trim() })} />
  </div>`;
}
