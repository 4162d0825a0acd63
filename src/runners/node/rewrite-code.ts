import {
  parse,
  type AnyNode,
  type Pattern,
  type Program,
  type Statement,
  type VariableDeclaration,
} from 'acorn';

/** Code whose declarations at the top are properties of the global object, and whose last value is kept. */
export interface RewrittenCode {
  /** An expression: an async function that takes the object whose `value` becomes the last expression's. */
  text: string;
  /** Names that the code declares at the top. */
  names: string[];
  /** Characters of the first line that are not of the code. */
  prefixLength: number;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The parameter of the function; no name of a caller's code is likely to be this one. */
const KEPT = '__decant_kept';
const PARSING = {
  ecmaVersion: 'latest',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
} as const;

/** Rewrites code so that its state survives the call; throws a `SyntaxError` with line and column where it is none. */
export function rewriteCode(given: string): RewrittenCode {
  const code = given.replace(/^#!/, '//');
  const program = parseProgram(code);
  const edits: Edit[] = [];
  const names = new Set<string>();
  const hoisted: string[] = [];
  for (const statement of program.body) {
    switch (statement.type) {
      case 'VariableDeclaration':
        rewriteDeclaration(statement, { code, edits, names, isStatement: true });
        break;
      case 'FunctionDeclaration':
        hoisted.push(statement.id.name);
        break;
      case 'ClassDeclaration':
        names.add(statement.id.name);
        edits.push({ start: statement.start, end: statement.start, text: `;${statement.id.name} = ` });
        edits.push({ start: statement.end, end: statement.end, text: ';' });
        break;
      case 'ImportDeclaration':
        edits.push(requireInstead(statement, names));
        break;
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
        throw new SyntaxError('Code of a session exports nothing');
      default:
        rewriteNestedVars(statement, { code, edits, names, isStatement: true });
    }
  }
  keepLast(program.body.at(-1) as Statement | undefined, code, edits);
  const prefix = `(async (${KEPT}) => {${hoisted.map((name) => `globalThis.${name} = ${name};`).join('')}`;
  return { text: `${prefix}${applyEdits(code, edits)}\n})`, names: [...names], prefixLength: prefix.length };
}

function parseProgram(code: string): Program {
  try {
    return parse(code, { ...PARSING, sourceType: 'script' });
  } catch (error) {
    // Imports are of modules, whose other rules would refuse what scripts may say.
    if (!/\bimport\b/.test(code)) throw error;
    try {
      return parse(code, { ...PARSING, sourceType: 'module' });
    } catch {
      throw error;
    }
  }
}

interface Rewriting {
  code: string;
  edits: Edit[];
  names: Set<string>;
  isStatement: boolean;
}

/**
 * `const a = 1, { b } = c` becomes assignments: the names are made beforehand. One statement for another, which goes on with
 * no line before it: it may be all that a loop does.
 */
function rewriteDeclaration(
  { start, end, declarations, kind }: VariableDeclaration,
  { code, edits, names, isStatement }: Rewriting,
): void {
  for (const { id } of declarations) for (const name of namesOf(id)) names.add(name);
  if (kind === 'using' || kind === 'await using')
    throw new SyntaxError(`Code of a session has no ${kind} at its top`);
  edits.push({ start, end: declarations[0]!.start, text: isStatement ? 'void (' : '' });
  for (const { id, init } of declarations) {
    if (init) continue;
    const isKept = kind === 'var' || !isStatement;
    edits.push({ start: id.end, end: id.end, text: isKept ? '' : ' = undefined' });
  }
  const last = declarations.at(-1)!;
  const hasSemicolon = code[end - 1] === ';';
  if (isStatement) edits.push({ start: last.end, end: hasSemicolon ? end : last.end, text: ');' });
}

function namesOf(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        namesOf(property.type === 'RestElement' ? property.argument : property.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : namesOf(element)));
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'MemberExpression':
      return [];
  }
}

const OWN_SCOPES = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassDeclaration',
  'ClassExpression',
]);

/** `var` within blocks and loops belongs to the top as well; functions and classes keep theirs. */
function rewriteNestedVars(top: AnyNode, rewriting: Rewriting): void {
  const open: { node: AnyNode; isHead: boolean }[] = [{ node: top, isHead: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isHead } = next;
    if (OWN_SCOPES.has(node.type)) continue;
    if (node.type === 'VariableDeclaration' && node.kind === 'var')
      rewriteDeclaration(node, { ...rewriting, isStatement: !isHead });
    const isLoop =
      node.type === 'ForStatement' || node.type === 'ForInStatement' || node.type === 'ForOfStatement';
    for (const [key, value] of Object.entries(node)) {
      for (const child of [value as unknown].flat())
        if (isNode(child)) open.push({ node: child, isHead: isLoop && (key === 'init' || key === 'left') });
    }
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string';
}

function requireInstead(
  statement: Extract<AnyNode, { type: 'ImportDeclaration' }>,
  names: Set<string>,
): Edit {
  const source = JSON.stringify(statement.source.value);
  const parts = statement.specifiers.map((specifier) => {
    names.add(specifier.local.name);
    const loaded = `require(${source})`;
    if (specifier.type !== 'ImportSpecifier') return `${specifier.local.name} = ${loaded};`;
    const imported =
      specifier.imported.type === 'Identifier' ? specifier.imported.name : String(specifier.imported.value);
    return `${specifier.local.name} = ${loaded}[${JSON.stringify(imported)}];`;
  });
  return {
    start: statement.start,
    end: statement.end,
    text: `;${parts.length > 0 ? parts.join('') : `require(${source});`}`,
  };
}

/** The value of the last statement is kept, in each branch of it that may be the last one to run. */
function keepLast(last: Statement | undefined, code: string, edits: Edit[]): void {
  const open = [last];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    switch (next.type) {
      case 'ExpressionStatement':
        keepExpression(next, code, edits);
        break;
      case 'BlockStatement':
        if (next.body.length > 0) open.push(next.body.at(-1));
        break;
      case 'IfStatement':
        for (const branch of [next.consequent, next.alternate])
          if (branch?.type === 'BlockStatement') open.push(branch);
        break;
      case 'TryStatement':
        open.push(next.block);
        if (next.handler) open.push(next.handler.body);
        break;
      default:
    }
  }
}

function keepExpression({ start, end }: Statement, code: string, edits: Edit[]): void {
  const before = code[end - 1] === ';' ? end - 1 : end;
  edits.push({ start, end: start, text: `;${KEPT}.value = (` });
  edits.push({ start: before, end: before, text: ')' });
}

function applyEdits(code: string, edits: Edit[]): string {
  let text = '';
  let at = 0;
  // Two at one place stay in the order in which they were made.
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at);
}
