import type { PageView } from '../../browser/sight/page-view.ts';
import { endWithinTokens } from '../../text/estimate-tokens.ts';
import { withoutUnseen } from '../../text/seen-text.ts';

const MAX_TOKENS = 300;
const MAX_LINE = 300;

/** Lines of text that a page did not have before the last step: views have no running text otherwise. */
export class NewTexts {
  #url = '';
  #known: ReadonlySet<string> = new Set();
  /** Cut to some 300 tokens; '' on another page than before. */
  shown = '';

  note({ url, texts }: Pick<PageView, 'url' | 'texts'>): void {
    const isSamePage = withoutFragment(url) === withoutFragment(this.#url);
    const fresh = isSamePage ? texts.filter((line) => !this.#known.has(line)) : [];
    this.#url = url;
    this.#known = new Set(texts);
    const text = fresh.map((line) => withoutUnseen(line).slice(0, MAX_LINE)).join('\n');
    this.shown = text.slice(0, endWithinTokens(text, 0, MAX_TOKENS));
  }
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? '';
}
