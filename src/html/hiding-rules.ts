import { isHiding, readDeclarations, type Declarations } from './hiding-declarations.ts';

/** Classes and ids whose elements a page's own style sheets hide: `.x`, `#y`. */
export type HiddenNames = ReadonlySet<string>;

/** Longer sheets are read this far: those within a page are short. */
const MAX_SHEET = 1_000_000;
/** Rules are not nested deeper, but to keep somebody busy. */
const MAX_LEVELS = 20;
const SIMPLE = /^[a-z\d]{0,20}([.#][\w-]{1,100})$/i;
const NAMES = /[.#][\w-]{1,100}/g;
/** Rules within these hold on every screen. */
const ALWAYS = /^@(?:layer|supports|media\s+(?:all|screen)\s*$)/i;

/**
 * Reads the names that style sheets hide wherever they stand. A name that another rule shows again, under some condition,
 * is none: tabs and menus are made so. Linear.
 */
export function readHiddenNames(sheets: readonly string[]): HiddenNames {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const sheet of sheets) {
    eachRule(sheet.slice(0, MAX_SHEET), (selector, body) => {
      const style = readDeclarations(body);
      for (const part of selector.split(',')) {
        const name = SIMPLE.exec(part.trim())?.[1];
        if (name !== undefined && isHiding(style)) hidden.add(name);
        else if (isShowing(style)) for (const [each] of part.matchAll(NAMES)) shown.add(each);
      }
    });
  }
  return new Set([...hidden].filter((name) => !shown.has(name)));
}

function isShowing(style: Declarations): boolean {
  const [display, visibility, opacity] = ['display', 'visibility', 'opacity'].map((name) => style.get(name));
  return (
    (display !== undefined && display !== 'none') ||
    visibility === 'visible' ||
    (opacity !== undefined && !/^0?\.?0*$/.test(opacity))
  );
}

function eachRule(sheet: string, see: (selector: string, body: string) => void): void {
  const plain = sheet.includes('/*') ? sheet.replace(/\/\*[^]*?(?:\*\/|$)/g, ' ') : sheet;
  const open: string[] = [];
  let from = 0;
  for (const { 0: sign, index } of plain.matchAll(/[{};]/g)) {
    const text = plain.slice(from, index);
    if (sign === '{') open.push(text.slice(text.lastIndexOf(';') + 1).trim());
    else if (sign === '}') {
      const selector = open.pop() ?? '';
      const isRule = selector !== '' && !selector.startsWith('@') && open.length <= MAX_LEVELS;
      if (isRule && open.every((outer) => ALWAYS.test(outer))) see(selector, text);
    }
    if (sign !== ';') from = index + 1;
  }
}
