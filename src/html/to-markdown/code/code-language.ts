import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { labelledLanguage } from './code-label.ts';

/** Class names that carry a language after a prefix, most telling first. */
const PREFIXED = [
  /(?:^|\s)(?:language|lang)[-:]([\w+#.-]+)/i,
  /(?:^|\s)highlight-source-([\w+#-]+)/i,
  /(?:^|\s)highlight-text-(\w+)/i,
  /(?:^|\s)brush:\s*([\w+#-]+)/i,
  /(?:^|\s)(?:mw-highlight-lang|shj-lang|gatsby-code|code-lang|src|highlight)-([\w+#.-]+)/i,
  /(?:^|\s)(\w+)-example-rendered/i,
  /(?:^|\s)highlight\s+hl-([\w+#.-]+)/i,
];
/** Class names beside which the language stands as a class of its own. */
const COMPANION =
  /(?:^|\s)(?:hljs|highlight|sourceCode|prettyprint|codehilite|chroma|shiki|EnlighterJSRAW|syntax|item-decl)(?:\s|$)/;
const ATTRIBUTES = [
  'data-lang',
  'data-language',
  'data-code-language',
  'data-code-lang',
  'data-enlighter-language',
  'data-js-language-mode',
  'data-language-mode',
  'data-highlight-language',
];
const VALID = /^[\w+#.-]{1,30}$/;
/** Words beside the language that are none, and languages that say nothing. */
const NOT_A_LANGUAGE =
  /^(?:hljs|highlight(?:er|ed|able|table)?|highlighter-rouge|notranslate|sourcecode|source|src|prettyprint(?:ed)?|linenums(?::\d+)?|codehilite|chroma|shiki|shiki-themes?|enlighterjsraw|syntax|syntaxhighlighter|code|block|code-block|line-numbers?|numbersource|numberlines|none|auto|default|plain|plain-?text|text|txt|no-?highlight|undefined|unknown|wrap|copy|dark|light|github.*|.*theme.*|material.*|solarized.*|.*__.*|lang(?:uage)?-.*|nord|dracula|monokai|snippet|example|example-code|pre|body|container|wrapper|toolbar|output|input|console-output|rounded.*)$/i;
/** Languages of several words: other class names with a hyphen are of a style sheet, as `not-prose` and `tab-size` are. */
const WORDS_OF_A_LANGUAGE =
  /^(?:objective-[cj]|(?:common|emacs)-lisp|[cf]-sharp|(?:bash|python|shell)-session|visual-basic|standard-ml|vim-script|apache-conf|coffee-script|protocol-buffers|.*-(?:asm|repl))$/i;
/** Wrappers between `pre` and the element that names the language. */
const MAX_CLIMB = 4;
/** Elements before the code that may name the language: `pre > code`, `pre > span > code`. */
const MAX_DESCENT = 3;

/**
 * Language of a code block by what its highlighter left on the `code`, the `pre` or the wrappers around them, in lower
 * case; '' when none says. Knows Prism, highlight.js, Rouge, Pygments and Sphinx, Chroma, Shiki, pandoc, GitHub,
 * SyntaxHighlighter, Hexo, Gatsby, rustdoc, prettify, org-mode, MediaWiki, Enlighter and Crayon.
 */
export function codeLanguage(tree: Tree, block: number, root: number): string {
  return languageInside(tree, block) || languageAround(tree, block, root) || labelledLanguage(tree, block);
}

/**
 * Finds the language on the block itself or on code elements at its start; a table of line numbers may have them
 * anywhere.
 */
function languageInside(tree: Tree, block: number): string {
  const stop = tree.tag[block] === tags.TABLE ? Infinity : block + MAX_DESCENT + 1;
  const end = Math.min(tree.end[block]!, stop);
  for (let node = block + 1; node < end; node++) {
    const tag = tree.tag[node];
    if (tag !== tags.CODE && tag !== tags.PRE) continue;
    const language = languageOf(tree, node);
    if (language !== '') return language;
  }
  return languageOf(tree, block);
}

function languageAround(tree: Tree, block: number, root: number): string {
  let node = tree.parent[block]!;
  for (let steps = 0; steps < MAX_CLIMB && node > root; steps++) {
    const language = languageOf(tree, node);
    if (language !== '') return language;
    if (tree.tag[node] === tags.BODY || tree.tag[node] === tags.LI) break;
    node = tree.parent[node]!;
  }
  return '';
}

function languageOf(tree: Tree, node: number): string {
  for (const name of ATTRIBUTES) {
    const language = valid(tree.attribute(node, name));
    if (language !== '') return language;
  }
  const classes = tree.attribute(node, 'class');
  if (classes !== undefined) {
    const language = languageInClasses(classes);
    if (language !== '') return language;
  }
  // GitHub writes <pre lang="ruby">; everywhere else `lang` is the language that people speak.
  const lang = tree.tag[node] === tags.PRE ? tree.attribute(node, 'lang') : undefined;
  return lang === undefined || /^[a-z]{2}(?:-|$)/i.test(lang) ? '' : valid(lang);
}

function languageInClasses(classes: string): string {
  for (const pattern of PREFIXED) {
    const language = valid(pattern.exec(classes)?.[1]);
    if (language !== '') return language;
  }
  if (!COMPANION.test(classes)) return '';
  for (const name of classes.split(/\s+/)) {
    const language = name.includes('-') && !WORDS_OF_A_LANGUAGE.test(name) ? '' : valid(name);
    if (language !== '') return language;
  }
  return '';
}

function valid(name: string | undefined): string {
  return name === undefined || !VALID.test(name) || NOT_A_LANGUAGE.test(name) ? '' : name.toLowerCase();
}
