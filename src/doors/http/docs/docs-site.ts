import type { FoundSection } from '../../../features/support/docs/docs-index.ts';
import { html, type Markup, type MarkupValue } from '../markup.ts';
import type { WebFiles } from '../web/web-files.ts';
import { renderWebPage, type WebPage } from '../web/web-page.ts';
import { createLlmsTexts, type LlmsTexts } from './llms-texts.ts';
import { docOfLink, readDocs, type Doc, type Docs } from './read-docs.ts';
import { renderDoc, type AddressOf, type DocHeading } from './render-doc.ts';

/** The documentation as pages; `root` is the way from the address of a page to that of the service. */
export interface DocsSite {
  readonly docs: Docs;
  readonly llms: LlmsTexts;
  /** The first page. */
  index(root: string): WebPage;
  /** Undefined when there is no page of the name. */
  page(root: string, name: string): WebPage | undefined;
  /** The sections that a search gave. */
  found(root: string, question: string, sections: readonly FoundSection[]): WebPage;
  /** For an address without a page: those that its words fit. */
  missing(root: string, asked: string, sections: readonly FoundSection[]): WebPage;
}

/** Characters of a section that a search shows. */
const EXCERPT_LENGTH = 240;
/** A page with fewer headings needs no list of them. */
const LEAST_LISTED = 3;

export function createDocsSite(files: WebFiles): DocsSite {
  const docs = readDocs();
  const written = new Map<string, WebPage>();
  const keep = (key: string, write: () => WebPage): WebPage => {
    const page = written.get(key) ?? write();
    written.set(key, page);
    return page;
  };
  return {
    docs,
    llms: createLlmsTexts(docs),
    index: (root) =>
      keep(root, () => frame(files, { root, title: 'Documentation', main: indexMain(docs, root) })),
    page(root, name) {
      const doc = docs.byName.get(name);
      return doc && keep(`${root} ${name}`, () => docPage(files, docs, { root, doc }));
    },
    found: (root, question, sections) =>
      frame(files, { root, title: `Search: ${question}`, question, main: foundMain(docs, root, sections) }),
    missing: (root, asked, sections) =>
      frame(files, { root, title: 'No such page', main: missingMain(docs, { root, asked, sections }) }),
  };
}

interface FrameOptions {
  root: string;
  title: string;
  main: MarkupValue;
  /** The words of the search that led here. */
  question?: string;
  isPage?: boolean;
}

/** Puts the bar and the search of all pages around one. */
function frame(files: WebFiles, { root, title, main, question, isPage = false }: FrameOptions): WebPage {
  return renderWebPage(files, {
    title: `${title} - Decant`,
    module: 'docs/main.ts',
    styles: ['tokens.css', 'docs/docs.css'],
    root,
    hasForm: true,
    body: html`<header class="bar">
        <a class="name" href="${root}">Decant</a>
        <nav aria-label="Decant">
          <a href="${root}docs" aria-current="${isPage ? 'true' : 'page'}">Docs</a>
          <a href="${root}reference">Reference</a>
        </nav>
        <form role="search" action="${root}docs">
          <label for="q" class="unseen">Search the documentation</label>
          <input
            id="q"
            name="q"
            type="search"
            maxlength="200"
            placeholder="Search the docs"
            value="${question ?? ''}"
          />
          <button>Search</button>
        </form>
      </header>
      ${main}`,
  });
}

function indexMain({ groups }: Docs, root: string): Markup {
  return html`<main class="wide">
    <h1>Documentation</h1>
    <p>
      Everything here is in the package and works without a network. For programs:
      <a href="${root}llms.txt">llms.txt</a>, <a href="${root}llms-full.txt">llms-full.txt</a>,
      <a href="${root}openapi.json">openapi.json</a>.
    </p>
    <div class="groups">
      ${groups.map((group) => {
        const list = html`<ul class="pages">
          ${group.docs.map((doc) => html`<li>${docLink(doc, root)}${!group.isOptional && html`<p>${doc.summary}</p>`}</li>`)}
        </ul>`;
        return group.isOptional
          ? html`<details>
              <summary>${group.title}</summary>
              ${list}
            </details>`
          : html`<section>
              <h2>${group.title}</h2>
              ${list}
            </section>`;
      })}
    </div>
  </main>`;
}

function docPage(files: WebFiles, docs: Docs, { root, doc }: { root: string; doc: Doc }): WebPage {
  const { body, headings } = renderDoc(doc.markdown, addresses(docs, root, doc.name));
  const listed = headings.filter(({ level }) => level === 2 || level === 3);
  const main = html`<div class="columns">
    ${listed.length >= LEAST_LISTED && contents(listed)}
    <main>
      <article>${body}</article>
      <p class="foot">
        <a href="${root}docs">All pages</a> <a href="${root}docs/${doc.name}.md">This page as Markdown</a>
      </p>
    </main>
  </div>`;
  return frame(files, { root, title: doc.title, main, isPage: true });
}

/** A narrow screen shows it folded. */
function contents(headings: readonly DocHeading[]): Markup {
  return html`<nav class="contents" aria-label="On this page">
    <details open>
      <summary>On this page</summary>
      <ul>
        ${headings.map(({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)}
      </ul>
    </details>
  </nav>`;
}

/** Pages of the documentation and of the web can be followed; other files of the checkout are not served. */
function addresses(docs: Docs, root: string, from: string): AddressOf {
  return function addressOf(href) {
    if (/^(?:https?:|#)/.test(href)) return href;
    if (docs.pictures.has(href)) return `${root}docs/${href}`;
    const target = docOfLink(docs, from, href);
    return target && `${root}docs/${target.name}${target.hash}`;
  };
}

function foundMain(docs: Docs, root: string, sections: readonly FoundSection[]): Markup {
  return html`<main class="wide">
    <h1>Search</h1>
    ${
      sections.length > 0
        ? results(docs, root, sections)
        : html`<p>
            The documentation says nothing about this, as far as its words tell. Other words may help, or the
            <a href="${root}docs">list of all pages</a>.
          </p>`
    }
  </main>`;
}

function missingMain(
  docs: Docs,
  { root, asked, sections }: { root: string; asked: string; sections: readonly FoundSection[] },
): Markup {
  return html`<main class="wide">
    <h1>There is no such page</h1>
    <p>
      No page of this version's documentation is called “${asked}”. Here is the
      <a href="${root}docs">list of all pages</a>.
    </p>
    ${sections.length > 0 && html`<h2>What it may have been</h2>`} ${results(docs, root, sections)}
  </main>`;
}

function results(docs: Docs, root: string, sections: readonly FoundSection[]): Markup[] {
  return sections.map(({ section, passages }) => {
    const [, name = '', hash = ''] = /^docs\/(.*)\.md(#.*)?$/.exec(section.place) ?? [];
    const text = passages
      .map((passage) => passage.text)
      .filter(isProse)
      .join(' ');
    const excerpt =
      text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH).replace(/\s+\S*$/, '')} …` : text;
    const title = section.headings.at(-1) ?? name;
    return html`<section class="result">
      <h2><a href="${root}docs/${name}${hash}">${title}</a></h2>
      <p class="quiet">${docs.byName.get(name)?.title ?? name}</p>
      <p>${excerpt}</p>
    </section>`;
  });
}

/** Tables, code and pictures say little in a few words. */
function isProse(text: string): boolean {
  return !/^\s*(?:\||```|!\[)/.test(text);
}

function docLink({ name, title }: Doc, root: string): Markup {
  return html`<a href="${root}docs/${name}">${title}</a>`;
}
