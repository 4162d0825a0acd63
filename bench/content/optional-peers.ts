import type { Peer } from '../peers/peer.ts';

/** A peer whose packages the project does not depend on: it is measured where somebody has installed them. */
export interface OptionalPeer {
  readonly name: string;
  readonly packages: readonly string[];
  load(): Promise<Peer>;
}

const decoder = new TextDecoder();

export const optionalPeers: readonly OptionalPeer[] = [
  {
    name: 'parse5 + rehype-remark',
    packages: ['unified', 'rehype-parse', 'rehype-remark', 'remark-gfm', 'remark-stringify'],
    load: loadRehypeRemark,
  },
  { name: 'mdream', packages: ['mdream'], load: loadMdream },
];

/** The parts of unified that are touched. */
interface Processor {
  use(plugin: unknown, options?: object): Processor;
  processSync(html: string): { toString(): string };
}

/** rehype-parse is parse5 with an adapter. */
async function loadRehypeRemark(): Promise<Peer> {
  const { unified } = await importPart<{ unified: () => Processor }>('unified');
  const [parse, toRemark, gfm, stringify] = await Promise.all(
    ['rehype-parse', 'rehype-remark', 'remark-gfm', 'remark-stringify'].map((name) =>
      importPart<{ default: unknown }>(name),
    ),
  );
  const processor = unified()
    .use(parse?.default)
    .use(toRemark?.default)
    .use(gfm?.default)
    .use(stringify?.default);
  return {
    name: 'parse5 + rehype-remark',
    output: 'whole page: Markdown',
    convert: (body) => processor.processSync(decoder.decode(body)).toString(),
  };
}

async function loadMdream(): Promise<Peer> {
  type Convert = (html: string, options: { origin: string }) => string;
  const { htmlToMarkdown } = await importPart<{ htmlToMarkdown: Convert }>('mdream');
  return {
    name: 'mdream',
    output: 'whole page: Markdown',
    convert: (body, url) => htmlToMarkdown(decoder.decode(body), { origin: new URL(url).origin }),
  };
}

/** A package by a name that the compiler does not look up, as it may not be there. */
async function importPart<Part>(name: string): Promise<Part> {
  return (await import(name)) as Part;
}
