import { AttributeAction, type AttributeSelector } from 'css-what';
import type { Condition } from './query.ts';

/** Attributes whose values match in any case (WHATWG HTML 4.16.2 "case-sensitivity of selectors"). */
const CASELESS: ReadonlySet<string> = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir' +
    ' direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref' +
    ' noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype' +
    ' vlink'
  ).split(' '),
);

type Test = (value: string, wanted: string) => boolean;

const TESTS: Readonly<Record<AttributeAction, Test>> = {
  [AttributeAction.Any]: (value, wanted) => wanted !== '' && value.includes(wanted),
  [AttributeAction.Element]: (value, wanted) => hasWord(value, wanted),
  [AttributeAction.End]: (value, wanted) => wanted !== '' && value.endsWith(wanted),
  [AttributeAction.Equals]: (value, wanted) => value === wanted,
  [AttributeAction.Exists]: () => true,
  [AttributeAction.Hyphen]: (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
  [AttributeAction.Not]: (value, wanted) => value !== wanted,
  [AttributeAction.Start]: (value, wanted) => wanted !== '' && value.startsWith(wanted),
};

/** Attribute, class and id selectors. */
export function attributeCondition({
  name,
  action,
  value,
  ignoreCase,
  namespace,
}: AttributeSelector): Condition {
  if (namespace !== null && namespace !== '' && namespace !== '*')
    throw new Error('namespaces are not supported');
  const key = name.toLowerCase();
  const test = TESTS[action];
  return (tree) => {
    const isCaseless = ignoreCase === 'quirks' ? tree.isQuirks : (ignoreCase ?? CASELESS.has(key));
    const wanted = isCaseless ? value.toLowerCase() : value;
    return (node) => {
      const found = tree.attribute(node, key);
      if (found === undefined) return action === AttributeAction.Not;
      return test(isCaseless ? found.toLowerCase() : found, wanted);
    };
  };
}

/** Whether a list of words separated by white space holds a word. */
function hasWord(list: string, word: string): boolean {
  if (word === '' || /[\t\n\f\r ]/.test(word)) return false;
  if (list === word) return true;
  for (let at = list.indexOf(word); at !== -1; at = list.indexOf(word, at + word.length)) {
    if (isBoundary(list[at - 1]) && isBoundary(list[at + word.length])) return true;
  }
  return false;
}

function isBoundary(char: string | undefined): boolean {
  return char === undefined || /[\t\n\f\r ]/.test(char);
}
