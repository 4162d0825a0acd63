import { view, type Shown } from './view.ts';

/** Text with words between backticks as code. */
export function withCode(text: string): Shown[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? view`<code>${part}</code>` : part));
}
