import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A function that runs on pages: its arguments and what it returns are JSON. */
export type PageScript = (...args: never[]) => unknown;

const FOLDER = path.join(import.meta.dirname, '../page-scripts');
const IMPORT = /^import \{([^}]*)\} from '(\.[^']*)';$/gm;
/** Lines that are nothing else: a browser need not read them again with every call. */
const COMMENT = /^ *(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/|\/\/.*)\n/gm;
const EXPORT = /^export (?=(?:(?:async )?function\*?|const) (\w+))/gm;

/** Texts of the modules of `page-scripts/` by path: read when the first of their functions is sent. */
const modules = new Map<string, string>();
/** By function. */
const texts = new WeakMap<PageScript, string>();

/**
 * An expression whose value is the function. One of `page-scripts/` brings its module and what that imports along, in
 * scopes of their own: nothing of it can be seen or replaced on the page. Only the text of any other function is sent,
 * so it can use nothing around it.
 */
export function pageScriptText(script: PageScript): string {
  const known = texts.get(script);
  if (known !== undefined) return known;
  const file = fileOf(script);
  const text = file === undefined ? `(${script.toString()})` : linkedText(script, file);
  texts.set(script, text);
  return text;
}

/** The module that holds the very text of the function. */
function fileOf(script: PageScript): string | undefined {
  if (modules.size === 0) {
    for (const file of globSync('**/*.js', { cwd: FOLDER })) {
      modules.set(path.join(FOLDER, file), readFileSync(path.join(FOLDER, file), 'utf8'));
    }
  }
  const exported = `export ${script.toString()}`;
  return modules
    .entries()
    .find(([, text]) => text.includes(exported))
    ?.at(0);
}

function linkedText(script: PageScript, file: string): string {
  const linked = new Map<string, string>();
  const statements: string[] = [];
  const name = link(file, linked, statements);
  return `(() => {\n${statements.join('\n')}\nreturn ${name}.${script.name};\n})()`;
}

/** Adds a module behind those that it imports; returns the name of the object of what it exports. */
function link(file: string, linked: Map<string, string>, statements: string[]): string {
  const known = linked.get(file);
  if (known !== undefined) return known;
  const source = modules.get(file);
  if (source === undefined) throw new Error(`${file} is no module of page-scripts/`);
  const exported = Array.from(source.matchAll(EXPORT), ([, name]) => name);
  const body = source
    .replace(COMMENT, '')
    .replace(EXPORT, '')
    .replace(
      IMPORT,
      (_all, names: string, from: string) =>
        `const {${names}} = ${link(path.join(path.dirname(file), from), linked, statements)};`,
    );
  const name = `module${linked.size}`;
  linked.set(file, name);
  statements.push(`const ${name} = (() => {\n${body}\nreturn { ${exported.join(', ')} };\n})();`);
  return name;
}
