import { view, type Shown } from '../../view.ts';
import type { PagePart, PageParts, RemovedPart } from './parts.ts';

const CERTAINTY: Readonly<Record<RemovedPart['certainty'], string>> = {
  asked: 'the options ask for it',
  sure: 'sure: the page says so itself',
  likely: 'likely: told by a name, heading or text',
  guessed: 'a guess: told by its place or shape',
};

export interface PartListProps {
  parts: PageParts;
  isKept: (part: RemovedPart) => boolean;
  isDropped: (selector: string) => boolean;
  onKeep: (part: RemovedPart) => void;
  onDrop: (selector: string) => void;
  /** Shows a removed block in the page. */
  onShow: (part: RemovedPart) => void;
}

/** The parts that were removed, each with "keep this", and those that stayed, each with "drop this". */
export function PartList({ parts, isKept, isDropped, onKeep, onDrop, onShow }: PartListProps): Shown {
  const { removed, moreRemoved, kept } = parts;
  return view`<div class="parts">
    <h2 id="removed-name">Removed</h2>
    ${removed.length === 0 && view`<p class="quiet">Nothing that has text.</p>`}
    <ul aria-labelledby="removed-name">${removed.map(
      (part) => view`<li key=${part.anchor} class=${`part ${part.certainty}`}>
        <p><strong>${part.rule}</strong> <span class="number">${inPercent(part.share)}</span> <code>${nameOf(part)}</code></p>
        <p>${part.text}</p>
        <p class="quiet">${groundOf(part)}</p>
        <p class="line">
          <button type="button" onClick=${() => onShow(part)} aria-label=${`Show in the page: ${part.rule}, ${nameOf(part)}`}>Show</button>
          <button type="button" aria-pressed=${isKept(part)} onClick=${() => onKeep(part)} aria-label=${`Keep this: ${part.rule}, ${nameOf(part)}`}>Keep this</button>
        </p>
      </li>`,
    )}</ul>
    ${moreRemoved > 0 && view`<p class="quiet">and ${moreRemoved} smaller parts</p>`}
    <details>
      <summary>What stayed: ${kept.parts.length} ${kept.parts.length === 1 ? 'part' : 'parts'}, ${kept.characters.toLocaleString()} of ${parts.characters.toLocaleString()} characters</summary>
      <ul aria-label="What stayed">${kept.parts.map(
        (part) => view`<li class="part stayed">
          <p><span class="number">${inPercent(part.share)}</span> <code>${nameOf(part)}</code></p>
          <p>${part.text}</p>
          ${part.selector !== null && view`<p class="line"><${DropButton} part=${part} selector=${part.selector} isDropped=${isDropped(part.selector)} onDrop=${onDrop} /></p>`}
        </li>`,
      )}</ul>
    </details>
  </div>`;
}

interface DropButtonProps {
  part: PagePart;
  selector: string;
  isDropped: boolean;
  onDrop: (selector: string) => void;
}

function DropButton({ part, selector, isDropped, onDrop }: DropButtonProps): Shown {
  return view`<button type="button" aria-pressed=${isDropped} onClick=${() => onDrop(selector)}
    aria-label=${`Drop this: ${nameOf(part)}`}>Drop this</button>`;
}

function nameOf({ tag, label, selector }: PagePart): string {
  const name = selector ?? tag + label;
  return name.length <= 60 ? name : `${name.slice(0, 59)}…`;
}

function groundOf({ by, evidence, why, certainty }: RemovedPart): string {
  const ground = evidence === '' ? '' : `by ${by} ${evidence}, `;
  const numbers = why === '' ? '' : `${why}; `;
  return `${ground}${numbers}${CERTAINTY[certainty]}`;
}

function inPercent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}
