import { lexer, type Token, type Tokens } from 'marked';
import { anchorOf } from '../../../features/support/docs/cut-sections.ts';
import { html, Markup } from '../markup.ts';

/** A heading of a page and its anchor. */
export interface DocHeading {
  readonly level: number;
  readonly id: string;
  /** As text, without signs of Markdown. */
  readonly text: string;
}

export interface RenderedDoc {
  readonly body: Markup;
  readonly headings: readonly DocHeading[];
}

/** The address that a link leads to on a page; undefined when there is nothing to follow. */
export type AddressOf = (href: string) => string | undefined;

interface Rendering {
  readonly addressOf: AddressOf;
  readonly headings: DocHeading[];
  /** How often each anchor was given. */
  readonly anchors: Map<string, number>;
}

/** Markdown of our documentation as HTML. HTML in it is shown as text, comments are left out. */
export function renderDoc(markdown: string, addressOf: AddressOf): RenderedDoc {
  const rendering: Rendering = { addressOf, headings: [], anchors: new Map() };
  const body = new Markup(joined(lexer(markdown).map((token) => block(token, rendering))));
  return { body, headings: rendering.headings };
}

function block(token: Token, rendering: Rendering): Markup {
  switch (token.type) {
    case 'heading':
      return heading(token as Tokens.Heading, rendering);
    case 'paragraph':
      return html`<p>${inline((token as Tokens.Paragraph).tokens, rendering)}</p>`;
    case 'code':
      return code(token as Tokens.Code);
    case 'blockquote':
      return html`<blockquote>${blocks((token as Tokens.Blockquote).tokens, rendering)}</blockquote>`;
    case 'list':
      return list(token as Tokens.List, rendering);
    case 'table':
      return table(token as Tokens.Table, rendering);
    case 'hr':
      return html`<hr />`;
    case 'space':
      return html``;
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return html`${tokens ? inline(tokens, rendering) : plain(text)}`;
    }
    default:
      return /^<!--[^]*-->\s*$/.test(token.raw) ? html`` : html`<p>${token.raw}</p>`;
  }
}

function blocks(tokens: readonly Token[], rendering: Rendering): Markup[] {
  return tokens.map((token) => block(token, rendering));
}

function heading({ depth, text, tokens }: Tokens.Heading, rendering: Rendering): Markup {
  const base = anchorOf(text);
  const count = rendering.anchors.get(base) ?? 0;
  rendering.anchors.set(base, count + 1);
  const id = count === 0 ? base : `${base}-${count}`;
  const content = inline(tokens, rendering);
  const bare = plain(joined(content).replaceAll(/<[^>]*>/g, ''));
  rendering.headings.push({ level: depth, id, text: bare });
  const name = new Markup(`h${depth}`);
  const link = depth > 1 && html`<a class="anchor" href="#${id}" aria-label="Link to: ${bare}">#</a>`;
  return html`<${name} id="${id}">${codeAnchor(bare)}${content}${link}</${name}>`;
}

/** Answers link to a code as they write it, and the anchor of its heading is in small letters. */
function codeAnchor(text: string): Markup | false {
  return /^[A-Z][A-Z_]+$/.test(text) && html`<span id="${text}"></span>`;
}

/** Long lines are scrolled to by key as well, so a block can have the focus. */
function code({ lang = '', text }: Tokens.Code): Markup {
  const [language = ''] = lang.split(/\s/);
  return html`<div class="code" data-language="${language}">
    <pre tabindex="0"><code>${text}</code></pre>
  </div>`;
}

function list({ ordered, start, items }: Tokens.List, rendering: Rendering): Markup {
  const name = new Markup(ordered ? 'ol' : 'ul');
  const from = typeof start === 'number' && start !== 1 && html` start="${start}"`;
  return html`<${name}${from}>${items.map((item) => html`<li>${blocks(item.tokens, rendering)}</li>`)}</${name}>`;
}

function table({ header, rows, align }: Tokens.Table, rendering: Rendering): Markup {
  const side = (at: number) => align[at] === 'right' && html` class="right"`;
  const title = header.map(({ text }) => text.replaceAll('`', '')).join(', ');
  return html`<div class="table" tabindex="0" role="group" aria-label="Table: ${title}">
    <table>
      <thead>
        <tr>
          ${header.map(({ tokens, text }, at) => (text === '' ? html`<td></td>` : html`<th scope="col" ${side(at)}>${inline(tokens, rendering)}</th>`))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(({ tokens }, at) => html`<td${side(at)}>${inline(tokens, rendering)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function inline(tokens: readonly Token[] = [], rendering: Rendering): Markup[] {
  return tokens.map((token) => span(token, rendering));
}

function span(token: Token, rendering: Rendering): Markup {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inline((token as Tokens.Strong).tokens, rendering)}</strong>`;
    case 'em':
      return html`<em>${inline((token as Tokens.Em).tokens, rendering)}</em>`;
    case 'del':
      return html`<del>${inline((token as Tokens.Del).tokens, rendering)}</del>`;
    case 'codespan':
      return html`<code>${(token as Tokens.Codespan).text}</code>`;
    case 'br':
      return html`<br />`;
    case 'link': {
      const { href, tokens } = token as Tokens.Link;
      const address = rendering.addressOf(href);
      const content = inline(tokens, rendering);
      return address === undefined ? html`${content}` : html`<a href="${address}">${content}</a>`;
    }
    case 'image': {
      const { href, text } = token as Tokens.Image;
      // Nothing is loaded from elsewhere.
      const address = /^https?:/.test(href) ? undefined : rendering.addressOf(href);
      return address === undefined
        ? html`${plain(text)}`
        : html`<img src="${address}" alt="${plain(text)}" />`;
    }
    case 'escape':
    case 'text':
      return html`${plain((token as Tokens.Text).text)}`;
    default:
      return html`${token.raw}`;
  }
}

function joined(parts: readonly Markup[]): string {
  return parts.map(({ text }) => text).join('');
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
