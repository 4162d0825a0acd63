import { useState } from 'preact/hooks';
import { CopyButton } from '../copy-button.ts';
import { view, type Shown } from '../view.ts';

/** Characters that are drawn at once: a browser takes seconds for megabytes. */
const AT_ONCE = 200_000;

/** A text as it is, with a button that copies all of it; a long one is cut until somebody asks for the rest. */
export function LongText({ text }: { text: string }): Shown {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > AT_ONCE;
  return view`<div class="long-text">
    <${CopyButton} text=${text} />
    <pre class="source" tabindex="0">${isCut ? text.slice(0, AT_ONCE) : text}</pre>
    ${isCut && view`<button type="button" onClick=${() => setWhole(true)}>Show all ${text.length.toLocaleString()} characters</button>`}
  </div>`;
}
