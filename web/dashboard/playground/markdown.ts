import { lexer, type Token, type Tokens } from 'marked';
import { h } from 'preact';
import { view, type Shown } from '../view.ts';

/** Markdown as elements. HTML in it is shown as text, pictures as links: nothing of a stranger's page runs or is fetched. */
export function Markdown({ text }: { text: string }): Shown {
  return lexer(text).map(block);
}

function block(token: Token): Shown {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      // The screen has a first heading of its own.
      return h(`h${Math.min(6, depth + 1)}`, null, inline(tokens));
    }
    case 'paragraph':
      return view`<p>${inline((token as Tokens.Paragraph).tokens)}</p>`;
    case 'code':
      return view`<pre tabindex="0"><code>${(token as Tokens.Code).text}</code></pre>`;
    case 'blockquote':
      return view`<blockquote>${(token as Tokens.Blockquote).tokens.map(block)}</blockquote>`;
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      const children = items.map((item) => view`<li>${item.tokens.map(block)}</li>`);
      return ordered ? h('ol', { start: start === '' ? 1 : start }, children) : h('ul', null, children);
    }
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return view`<hr />`;
    case 'space':
      return null;
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? inline(tokens) : plain(text);
    }
    default:
      return view`<p>${token.raw}</p>`;
  }
}

function table({ header, rows }: Tokens.Table): Shown {
  return view`<div class="table" tabindex="0" role="region" aria-label="Table"><table>
    <thead><tr>${header.map(({ tokens }) => view`<th scope="col">${inline(tokens)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => view`<tr>${row.map(({ tokens }) => view`<td>${inline(tokens)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function inline(tokens: readonly Token[] = []): Shown[] {
  return tokens.map((token) => {
    switch (token.type) {
      case 'strong':
        return view`<strong>${inline((token as Tokens.Strong).tokens)}</strong>`;
      case 'em':
        return view`<em>${inline((token as Tokens.Em).tokens)}</em>`;
      case 'del':
        return view`<del>${inline((token as Tokens.Del).tokens)}</del>`;
      case 'codespan':
        return view`<code>${(token as Tokens.Codespan).text}</code>`;
      case 'br':
        return view`<br />`;
      case 'link': {
        const { href, tokens: children } = token as Tokens.Link;
        return link(href, inline(children));
      }
      case 'image': {
        const { href, text } = token as Tokens.Image;
        return link(href, [view`<span class="picture">${text === '' ? 'picture' : text}</span>`]);
      }
      case 'escape':
      case 'text':
        return plain((token as Tokens.Text).text);
      default:
        return token.raw;
    }
  });
}

/** Only addresses of the web can be followed. */
function link(href: string, children: Shown[]): Shown {
  if (!/^https?:/i.test(href)) return view`<span>${children}</span>`;
  return view`<a href=${href} rel="noopener noreferrer" target="_blank">${children}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The lexer gives text as it would stand in HTML. */
function plain(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
