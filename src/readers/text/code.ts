import { codeBlockHtml, normaliseLines } from './code-block.ts';
import { extensionOf, mediaTypeOf } from '../declared-type.ts';
import type { Reader } from '../reader.ts';

/** Name of the language in a Markdown fence, by file name extension. */
const LANGUAGE_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    jsx: 'jsx',
    ts: 'typescript',
    mts: 'typescript',
    cts: 'typescript',
    tsx: 'tsx',
    css: 'css',
    scss: 'scss',
    less: 'less',
    py: 'python',
    rb: 'ruby',
    go: 'go',
    rs: 'rust',
    java: 'java',
    kt: 'kotlin',
    swift: 'swift',
    c: 'c',
    h: 'c',
    cc: 'cpp',
    cpp: 'cpp',
    hpp: 'cpp',
    cs: 'csharp',
    php: 'php',
    lua: 'lua',
    pl: 'perl',
    r: 'r',
    sh: 'bash',
    bash: 'bash',
    ps1: 'powershell',
    sql: 'sql',
    toml: 'toml',
    yaml: 'yaml',
    yml: 'yaml',
    ini: 'ini',
    tex: 'latex',
    diff: 'diff',
    patch: 'diff',
    graphql: 'graphql',
    proto: 'protobuf',
  }),
);

const LANGUAGE_BY_MEDIA_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'text/javascript': 'javascript',
    'application/javascript': 'javascript',
    'application/x-javascript': 'javascript',
    'application/ecmascript': 'javascript',
    'application/typescript': 'typescript',
    'text/css': 'css',
    'text/x-python': 'python',
    'text/x-java-source': 'java',
    'text/x-c': 'c',
    'text/x-sh': 'bash',
    'application/x-sh': 'bash',
    'application/sql': 'sql',
    'application/toml': 'toml',
    'application/yaml': 'yaml',
    'application/x-yaml': 'yaml',
    'text/yaml': 'yaml',
    'text/x-yaml': 'yaml',
    'text/x-diff': 'diff',
    'text/x-patch': 'diff',
    'application/graphql': 'graphql',
  }),
);

/** Program source and configuration as a fenced block with its language. */
export const codeReader: Reader = {
  label: 'source files',
  mediaTypes: [...LANGUAGE_BY_MEDIA_TYPE.keys()],
  extensions: [...LANGUAGE_BY_EXTENSION.keys()],
  read({ text, contentType, url }) {
    const language =
      LANGUAGE_BY_MEDIA_TYPE.get(mediaTypeOf(contentType) ?? '') ??
      LANGUAGE_BY_EXTENSION.get(extensionOf(url) ?? '') ??
      'text';
    return { html: codeBlockHtml(normaliseLines(text), language) };
  },
};
