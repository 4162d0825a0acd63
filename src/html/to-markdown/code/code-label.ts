import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

/** Words in class names of what stands above or below the code in its block: its language, file, button. */
const LABEL_CLASS =
  /(?:^|[\s_-])(?:lang|language|label|header|head|title|toolbar|badge|file-?name|caption|copy|copied|btn|button|hint|tooltip)(?:$|[\s_-])|lang(?:uage)?-?(?:label|name|tag)|copy-?(?:btn|button|code|hint)/i;
const LANGUAGES = new Set(
  (
    'bash sh shell zsh powershell console python ruby java javascript js jsx typescript ts tsx json yaml toml xml html css scss ' +
    'sql go golang rust c c++ cpp c# csharp php perl kotlin swift scala r lua dart elixir haskell dockerfile makefile diff graphql'
  ).split(' '),
);
const LONGEST_LABEL = 20;
/** Nodes at the start of a block in which its `code` is looked for, and nodes of a label. */
const START_NODES = 24;
const LABEL_NODES = 8;

/** The `code` element in a block that has other things beside; 0 when the block itself is the code. */
export function codeWithin(tree: Tree, block: number): number {
  const end = Math.min(tree.end[block]!, block + START_NODES);
  for (let node = block + 1; node < end; node++) if (tree.tag[node] === tags.CODE) return node;
  return 0;
}

/** Tells whether an element beside the `code` of a block is a label of it. */
export function isLabel(tree: Tree, node: number): boolean {
  const isCode = tree.tag[node] === tags.CODE || codeWithin(tree, node) !== 0;
  if (isCode) return false;
  return LABEL_CLASS.test(tree.attribute(node, 'class') ?? '') || labelText(tree, node) !== '';
}

/** The language by a label above the code in its block, '' when there is none. */
export function labelledLanguage(tree: Tree, block: number): string {
  const code = codeWithin(tree, block);
  for (let child = block + 1; child < code; child = tree.end[child]!) {
    for (let node = child; node < Math.min(tree.end[child]!, code); node++) {
      const text = tree.tag[node]! < tags.FIRST_ELEMENT_TAG ? '' : labelText(tree, node);
      if (text !== '') return text;
    }
  }
  return '';
}

/** The text of an element that holds the name of a language and nothing else. */
function labelText(tree: Tree, node: number): string {
  if (tree.end[node]! - node > LABEL_NODES) return '';
  let text = '';
  for (let inner = node + 1; inner < tree.end[node]!; inner++) {
    if (tree.tag[inner] === tags.TEXT) text += tree.text(inner);
    if (text.length > LONGEST_LABEL) return '';
  }
  const name = text.trim().toLowerCase();
  return LANGUAGES.has(name) ? name : '';
}
