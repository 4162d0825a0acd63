import { prose, slug, title, words } from './prose.ts';
import { classes, dataAttributes, icon } from './surroundings.ts';
import type { PageTemplate } from './template.ts';
import type { Random } from './random.ts';

/** Documentation: headings with anchors, highlighted code, tables, notes, a table of contents. */
export const docs: PageTemplate = {
  open: (
    random,
  ) => `<div${classes(random)}><nav${classes(random)} aria-label="Contents"><ul>${random.repeat(12, 25, () => `<li${classes(random, 4)}><a href="/docs/${slug(random)}"${classes(random)}>${title(random, 1, 4)}</a></li>\n`)}</ul></nav>
<main id="main"${classes(random)}><h1>${title(random)}</h1><p>${prose(random, 2, 3)}</p>
`,
  block: (random, index) => {
    switch (random.int(0, 7)) {
      case 0:
      case 1:
        return `<h2 id="h-${index}"${classes(random, 3)}>${title(random, 2, 5)}<a class="anchor" href="#h-${index}" aria-label="Permalink">${icon(random)}</a></h2>\n<p>${prose(random, 2, 4)}</p>\n`;
      case 2:
        return code(random);
      case 3:
        return table(random);
      case 4:
        return `<div${classes(random)} role="note"><p${classes(random, 3)}>${icon(random)}<strong>Note</strong></p><p>${prose(random, 1, 3)}</p></div>\n`;
      case 5:
        return `<ol>\n${random.repeat(3, 6, () => `<li${classes(random, 2)}><p>${prose(random, 1, 2)}</p></li>\n`)}</ol>\n`;
      case 6:
        return `<dl${classes(random, 3)}>${random.repeat(2, 5, () => `<dt><code>--${slug(random)}</code></dt><dd>${prose(random, 1, 2)}</dd>\n`)}</dl>\n`;
      default:
        return `<p>${prose(random, 2, 5)}</p>\n`;
    }
  },
  close: '</main></div>\n',
};

function code(random: Random): string {
  const token = (): string =>
    `<span class="${random.pick(['hljs-keyword', 'hljs-string', 'hljs-title function_', 'hljs-comment', 'hljs-number'])}">${words(random, 1, 2).replaceAll(' ', '_')}</span>${random.pick([' ', '(', ')', ' = ', '.', ', '])}`;
  const lines = random.repeat(4, 16, () => `${'  '.repeat(random.int(0, 3))}${random.repeat(2, 6, token)}\n`);
  return `<div class="highlight"${dataAttributes(random)}><button${classes(random, 4)} data-copy>${icon(random)}Copy</button><pre><code class="language-${random.pick(['ts', 'python', 'bash', 'sql'])}">${lines}</code></pre></div>\n`;
}

function table(random: Random): string {
  const columns = random.int(3, 5);
  const row = (tag: string): string =>
    `<tr>${random.repeat(columns, columns, () => `<${tag}${classes(random, 3)}>${words(random, 1, 6)}</${tag}>`)}</tr>\n`;
  return `<div class="table-wrap"><table${classes(random, 3)}><thead>${row('th')}</thead><tbody>${random.repeat(3, 12, () => row('td'))}</tbody></table></div>\n`;
}
