import type { LiveMedia } from '../../browser/find-live-media.ts';
import { isInertTemplate } from '../../html/inert-template.ts';
import { readJsonLd } from '../../html/json-ld.ts';
import { A, AUDIO, META, SCRIPT, SOURCE, VIDEO } from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';
import { resolveHttpUrl } from '../../lib/addresses/url.ts';
import { mediaTypeOfLink } from './media-type.ts';

/** Sound or film of a page. */
export interface MediaCandidate {
  /** Absolute, http(s). */
  url: string;
  kind: 'audio' | 'video';
  /** As the page or its server says, or the address's last part suggests; '' when nothing does. */
  mimeType: string;
  /** A playlist (HLS, DASH) whose pieces have to be put together. */
  isStream: boolean;
}

export interface FindMediaOptions {
  /** Undefined for a page of which only the text is known: a browser may have known more. */
  tree?: Tree | undefined;
  base: URL;
  live?: LiveMedia | undefined;
}

interface Scored extends MediaCandidate {
  score: number;
}

/** How likely a medium is what the page is about, by where it was found. */
const SCORES = { element: 60, jsonLd: 55, openGraph: 50, network: 40, twitter: 35, link: 30 } as const;
const MAX_CANDIDATES = 20;
const MAX_LINKS = 500;
const BIG_PLAYER = 100_000;
/** Trailers and what plays before the film. */
const LESSER = /preview|trailer|teaser|sprite|thumb|advert|\bads?\b|preroll|silence|notification|beep/i;
/** Browsers play it piece by piece; the whole stands in its playlist. */
const SEGMENT =
  /\.(?:ts|m4s|cmfv|cmfa)(?:[?#]|$)|(?:^|[/_-])(?:seg|segment|chunk|frag|init)[-_]?\d*\.|bytestart=/i;

/** Media of a page, the most likely first, each once. */
export function findMedia({ tree, base, live }: FindMediaOptions): MediaCandidate[] {
  const found = new Map<string, Scored>();
  const add = (
    raw: unknown,
    score: number,
    hint: { mimeType?: string | undefined; kind?: 'audio' | 'video' } = {},
  ): void => {
    if (typeof raw !== 'string' || raw.trim() === '') return;
    const url = resolveHttpUrl(raw.trim(), base);
    if (url === undefined) return;
    const medium = describe(url, hint);
    if (medium === undefined) return;
    const rated = score - (LESSER.test(url) ? 25 : 0) - (medium.isStream ? 5 : 0);
    const before = found.get(url);
    if (before) {
      // Found in two places: more likely, and one of them may know its type.
      before.score = Math.max(before.score, rated) + 3;
      if (before.mimeType === '' && medium.mimeType !== '') Object.assign(before, medium);
    } else if (found.size < MAX_CANDIDATES * 10) found.set(url, { ...medium, score: rated });
  };
  if (live) addLive(live, add);
  if (tree) addFromTree(tree, add);
  return [...found.values()]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ url, kind, mimeType, isStream }) => ({ url, kind, mimeType, isStream }));
}

/** Undefined for what is neither by its type, nor by its name, nor by where it was found. */
function describe(
  url: string,
  hint: { mimeType?: string | undefined; kind?: 'audio' | 'video' },
): MediaCandidate | undefined {
  const type = mediaTypeOfLink(url, hint.mimeType);
  if (type === undefined) return hint.kind && { url, kind: hint.kind, mimeType: '', isStream: false };
  return { url, ...type, kind: type.isStream ? (hint.kind ?? 'video') : type.kind };
}

type Add = (
  raw: unknown,
  score: number,
  hint?: { mimeType?: string | undefined; kind?: 'audio' | 'video' },
) => void;

function addLive({ elements, network }: LiveMedia, add: Add): void {
  for (const { url, kind, mimeType, area, isBackground } of elements) {
    add(url, SCORES.element + (area >= BIG_PLAYER ? 10 : 0) - (isBackground ? 45 : 0), { kind, mimeType });
  }
  for (const { url, mimeType } of network) {
    if (!SEGMENT.test(url)) add(url, SCORES.network, { mimeType });
  }
}

function addFromTree(tree: Tree, add: Add): void {
  const scripts: number[] = [];
  const metas: number[] = [];
  let links = 0;
  for (let node = 1; node < tree.length; node = isInertTemplate(tree, node) ? tree.end[node]! : node + 1) {
    switch (tree.tag[node]) {
      case VIDEO:
      case AUDIO:
        addElement(tree, node, add);
        break;
      case META:
        metas.push(node);
        break;
      case SCRIPT:
        if (/^application\/ld\+json/i.test(tree.attribute(node, 'type') ?? '')) scripts.push(node);
        break;
      case A:
        if (links < MAX_LINKS && addLink(tree, node, add)) links += 1;
        break;
      default:
    }
  }
  addMetas(tree, metas, add);
  for (const { types, properties } of readJsonLd(tree, scripts)) {
    addJsonLd(types, properties, add);
    for (const key of ['video', 'audio', 'associatedMedia', 'encoding']) {
      for (const value of [properties[key]].flat().slice(0, 20)) {
        if (typeof value === 'object' && value !== null)
          addJsonLd([key], value as Record<string, unknown>, add);
      }
    }
  }
}

function addElement(tree: Tree, node: number, add: Add): void {
  const kind = tree.tag[node] === VIDEO ? 'video' : 'audio';
  const has = (name: string): boolean => tree.attribute(node, name) !== undefined;
  const isBackground = has('autoplay') && has('muted') && has('loop') && !has('controls');
  const score = SCORES.element - (isBackground ? 45 : 0);
  add(tree.attribute(node, 'src') ?? tree.attribute(node, 'data-src'), score, { kind });
  for (
    let child = node + 1, seen = 0;
    child < tree.end[node]! && seen < 32;
    child = tree.end[child]!, seen++
  ) {
    if (tree.tag[child] !== SOURCE) continue;
    add(tree.attribute(child, 'src') ?? tree.attribute(child, 'data-src'), score - 1, {
      kind,
      mimeType: tree.attribute(child, 'type'),
    });
  }
}

/** Links to files; streams and pages are not told by their names. */
function addLink(tree: Tree, node: number, add: Add): boolean {
  const href = tree.attribute(node, 'href') ?? '';
  if (
    !/\.(?:mp3|m4a|aac|og[gav]|opus|wav|flac|mp4|m4v|mov|webm|mkv|m3u8)(?:[?#]|$)/i.test(href.slice(-2_000))
  )
    return false;
  add(href, SCORES.link + (tree.attribute(node, 'download') === undefined ? 0 : 5));
  return true;
}

function addMetas(tree: Tree, metas: readonly number[], add: Add): void {
  let lastVideoType: string | undefined;
  const entries = metas.map((node) => ({
    name: (tree.attribute(node, 'property') ?? tree.attribute(node, 'name') ?? '').toLowerCase(),
    content: tree.attribute(node, 'content') ?? '',
  }));
  entries.forEach(({ name, content }, index) => {
    if (/^og:video(?::url|:secure_url)?$/.test(name)) {
      // The type follows its address, before that of the next one.
      const rest = entries.slice(index + 1, index + 6);
      const next = rest.findIndex((entry) => entry.name === 'og:video' || entry.name === 'og:video:url');
      const own = next === -1 ? rest : rest.slice(0, next);
      lastVideoType = own.find((entry) => entry.name === 'og:video:type')?.content ?? lastVideoType;
      // Most are pages with a player in them.
      if (mediaTypeOfLink(content, lastVideoType) !== undefined)
        add(content, SCORES.openGraph, { mimeType: lastVideoType });
    } else if (/^og:audio(?::url|:secure_url)?$/.test(name))
      add(content, SCORES.openGraph, { kind: 'audio' });
    else if (name === 'twitter:player:stream') add(content, SCORES.twitter, { kind: 'video' });
  });
}

function addJsonLd(types: readonly string[], properties: Readonly<Record<string, unknown>>, add: Add): void {
  const named = [...types, ...[properties['@type']].flat()].filter((type) => typeof type === 'string');
  const isAudio = named.some((type) => /^(?:audio|AudioObject|PodcastEpisode)$/.test(type));
  if (
    !isAudio &&
    !named.some((type) =>
      /^(?:video|VideoObject|MediaObject|associatedMedia|encoding|Clip|Movie)$/.test(type),
    )
  )
    return;
  const mimeType =
    typeof properties['encodingFormat'] === 'string' ? properties['encodingFormat'] : undefined;
  const isKnown = named.some((type) => /audio|video/i.test(type));
  add(properties['contentUrl'], SCORES.jsonLd, {
    mimeType,
    ...(isKnown && { kind: isAudio ? ('audio' as const) : ('video' as const) }),
  });
}
