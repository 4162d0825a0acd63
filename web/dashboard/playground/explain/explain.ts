import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { later } from '../../later.ts';
import { Problem } from '../../problem.ts';
import { view, type Shown } from '../../view.ts';
import { optionsFor, type Choice, type Options } from './choose-parts.ts';
import { PartList } from './part-list.ts';
import { readForm, runAgain, writeForm } from './form-options.ts';
import type { PageParts, RemovedPart, ScrapeTrace } from './parts.ts';
import type { PromptProps } from './prompt/prompt.ts';
import { TimeLine } from './time-line.ts';

/** The facts of a scrape; the options of the form are those that it was made with. */
interface Explained {
  given: Options;
  trace?: ScrapeTrace;
  parts?: PageParts;
  /** Why there are no parts, or no trace. */
  problem?: unknown;
}

const Prompt = later<PromptProps>(
  async () => (await import('./prompt/prompt.ts')).Prompt,
  ({ problem }) => view`<${Problem} error=${problem} />`,
);
const NOTHING: Choice = { kept: [], dropped: [] };

/** How the page became what the other tabs show: its time line, and the page with what was removed. */
export function Explain({ id, address }: { id: string; address: unknown }): Shown {
  const [explained, setExplained] = useState<Explained>();
  const [choice, setChoice] = useState(NOTHING);
  const latest = useRef<Promise<Explained>>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setExplained(undefined);
    setChoice(NOTHING);
    latest.current = explain(id);
    void latest.current.then((each) => isCurrent && setExplained(each));
    return () => {
      isCurrent = false;
    };
  }, [id]);
  const { trace, parts, problem, given = {} }: Partial<Explained> = explained ?? {};
  const choose = (next: Choice): void => {
    setChoice(next);
    if (parts) writeForm(optionsFor(given, parts, next));
  };
  const partsNow = async (): Promise<PageParts | undefined> => (await latest.current)?.parts;
  return view`<div class="explain">
    <${Prompt} parts=${parts} partsNow=${partsNow} />
    ${explained === undefined && view`<p class="quiet" aria-busy="true">Looking at the page again…</p>`}
    ${trace && view`<${TimeLine} trace=${trace} />`}
    ${problem !== undefined && view`<${Problem} error=${problem} />`}
    ${parts && view`<${Parts} id=${id} parts=${parts} choice=${choice} onChoose=${choose} onAgain=${() => runAgain(address)} />`}
  </div>`;
}

interface PartsProps {
  id: string;
  parts: PageParts;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  onAgain: () => Promise<void>;
}

function Parts({ id, parts, choice, onChoose, onAgain }: PartsProps): Shown {
  const frame = useRef<HTMLIFrameElement>(null);
  const address = new URL(`dashboard/marked/${id}`, document.baseURI).href;
  const { kept, dropped } = choice;
  return view`
    ${parts.remarks.map((remark) => view`<p class="quiet">${remark}</p>`)}
    <${Changes} choice=${choice} onAgain=${onAgain} onUndo=${() => onChoose(NOTHING)} />
    <div class="marked">
      <iframe ref=${frame} class="page" title="The page, with what was removed shaded" sandbox="" src=${address} />
      <${PartList} parts=${parts}
        isKept=${(part: RemovedPart) => kept.includes(part)}
        isDropped=${(selector: string) => dropped.includes(selector)}
        onKeep=${(part: RemovedPart) => onChoose({ ...choice, kept: toggled(kept, part) })}
        onDrop=${(selector: string) => onChoose({ ...choice, dropped: toggled(dropped, selector) })}
        onShow=${({ anchor }: RemovedPart) => frame.current?.contentWindow?.location.replace(`${address}#${anchor}`)} />
    </div>`;
}

interface ChangesProps {
  choice: Choice;
  onAgain: () => Promise<void>;
  onUndo: () => void;
}

/** The options that the choice comes to, and the scrape with them. */
function Changes({ choice, onAgain, onUndo }: ChangesProps): Shown {
  const isChanged = choice.kept.length + choice.dropped.length > 0;
  const { includeTags, excludeTags, onlyMainContent } = readForm();
  const said = Object.entries({ includeTags, excludeTags, onlyMainContent }).filter(
    ([, value]) => value !== undefined,
  );
  return view`<div class="changes" role="status">${
    isChanged &&
    view`<p>The request now says ${said.map(([name, value]) => view`<code>${name}: ${JSON.stringify(value)}</code> `)}</p>
      <p class="line"><button type="button" class="primary" onClick=${onAgain}>Scrape again</button>
      <button type="button" onClick=${onUndo}>Undo</button></p>`
  }</div>`;
}

async function explain(id: string): Promise<Explained> {
  const given = readForm();
  const path = `/v2/team/scrapes/${encodeURIComponent(id)}`;
  const [trace, parts] = await Promise.allSettled([
    call<{ data: ScrapeTrace }>(path),
    call<{ data: PageParts }>(`${path}/parts`),
  ]);
  return {
    given,
    ...(trace.status === 'fulfilled' && { trace: trace.value.body.data }),
    ...(parts.status === 'fulfilled'
      ? { parts: parts.value.body.data }
      : { problem: parts.reason as unknown }),
  };
}

function toggled<T>(all: readonly T[], one: T): T[] {
  return all.includes(one) ? all.filter((each) => each !== one) : [...all, one];
}
