import { signal } from '@preact/signals';
import { view, type Shown } from '../view.ts';
import type { Tab } from './tab.ts';
import { add, askForElements, PickedSoFar } from './picked.ts';
import { PickList } from './pick-list.ts';
import {
  elementAt,
  elementAround,
  isDrag,
  type Box,
  type Pickable,
  type PictureElements,
  type Point,
} from './picture-elements.ts';
import { askFor } from './request.ts';
import { runTask } from './run.ts';

/** The picture of a page, on which a person points at what should be clicked or kept. */
export const screenshotTab: Tab = {
  name: 'Screenshot',
  // A file has none, and is never asked for one.
  has: ({ screenshot }, { isFile }) => screenshot !== undefined || isFile !== true,
  show: ({ screenshot, elements }) =>
    screenshot === undefined
      ? view`<${NoPicture} />`
      : view`<${Picture} address=${screenshot} elements=${elements} />`,
};

function NoPicture(): Shown {
  const take = (): void => {
    askFor('screenshot', true);
    void runTask();
  };
  return view`<p class="empty quiet">This page came without a picture. <button type="button" onClick=${take}>Take a screenshot</button></p>`;
}

/** The element under the pointer, or the box that is being drawn. */
const shown = signal<{ box: Box; words: string } | undefined>(undefined);
const start = signal<Point | undefined>(undefined);

function Picture({ address, elements }: { address: string; elements?: PictureElements }): Shown {
  if (elements === undefined)
    return view`
      <p class="line"><button type="button" onClick=${askForElements}>Pick on the picture</button>
        <span class="quiet">a click on it becomes a step of the request, a drag over text what to keep</span></p>
      <img class="shot" alt="The page in a browser" src=${address} />`;
  return view`
    <p class="quiet">Click what should be clicked; drag over what should be kept. The request grows beside.</p>
    <${PickedSoFar} />
    <p class="picked-words" aria-hidden="true"><code>${shown.value?.words ?? ' '}</code></p>
    <div class="pick" onPointerMove=${(event: PointerEvent) => move(event, elements)} onPointerLeave=${leave}
      onPointerDown=${(event: PointerEvent) => press(event, elements)} onPointerUp=${(event: PointerEvent) => release(event, elements)}>
      <img class="shot" draggable=${false} alt="The page in a browser; the list below has what can be picked on it" src=${address} />
      <${Mark} size=${elements} />
    </div>
    <${PickList} items=${elements.items} />`;
}

function Mark({ size }: { size: PictureElements }): Shown {
  if (shown.value === undefined) return null;
  const { x, y, width, height } = shown.value.box;
  const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;
  const style = {
    left: share(x, size.width),
    top: share(y, size.height),
    width: share(width, size.width),
    height: share(height, size.height),
  };
  return view`<div class="pick-mark" style=${style} />`;
}

/** The place of the pointer in CSS pixels of the page. */
function pointOf(event: PointerEvent, { width }: PictureElements): Point {
  const image = (event.currentTarget as HTMLElement).querySelector('img');
  const box = image?.getBoundingClientRect() ?? new DOMRect();
  const scale = box.width === 0 ? 1 : width / box.width;
  return { x: (event.clientX - box.x) * scale, y: (event.clientY - box.y) * scale };
}

function move(event: PointerEvent, elements: PictureElements): void {
  const point = pointOf(event, elements);
  const from = start.value;
  const found =
    from && isDrag(from, point)
      ? elementAround(elements.items, from, point)
      : elementAt(elements.items, point);
  shown.value = found && { box: found, words: found.selector };
}

function leave(): void {
  shown.value = undefined;
  start.value = undefined;
}

function press(event: PointerEvent, elements: PictureElements): void {
  if (event.button === 0) start.value = pointOf(event, elements);
}

function release(event: PointerEvent, elements: PictureElements): void {
  const from = start.value;
  start.value = undefined;
  if (from === undefined) return;
  const point = pointOf(event, elements);
  const isKept = isDrag(from, point);
  const found: Pickable | undefined = isKept
    ? elementAround(elements.items, from, point)
    : elementAt(elements.items, point);
  if (found) add(isKept ? 'keep' : 'click', found.selector);
}
