import { useState } from 'preact/hooks';
import { view, type Shown } from './view.ts';

/** A button that copies a text. */
export function CopyButton({ text }: { text: string }): Shown {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return view`<button type="button" onClick=${copy}>${isCopied ? 'Copied' : 'Copy'}</button>`;
}
