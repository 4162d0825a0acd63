import { digitsAsN } from '../../frontier/traps/digits-as-n.ts';
import { similarPath } from '../../frontier/same-page/similar-path.ts';

/** A page of a team. */
export interface RenderPlace {
  /** '' for a caller without a team. */
  teamId: string;
  url: URL;
}

/** Pages of one kind share their first segments; further ones tell pages apart. */
const MAX_SEGMENTS = 8;
/** Nothing that is longer is the name of a folder. */
const MAX_NAME_LENGTH = 80;
const MAX_PARAMETERS = 6;
/** Hostile paths are as long as they may be. */
const MAX_LENGTH = 300;

/** Hexadecimal ids and UUIDs, with a digit somewhere so that words stay words. */
const HEX_ID = /^(?=.*\d)[\da-f]{6,}(?:-[\da-f]{4,})*$/i;
/** Random ids mix digits and letters, and are no word with a number behind it. */
const RANDOM_ID = /^(?=(?:.*\d){2})(?=.*[a-z])[\da-z_-]{10,}$/i;
/** `new-to-astronomy-best-first-telescope`: a title. */
const TITLE = /^[^-_+.]+(?:[-_+]|%20)[^-_+.]+(?:[-_+]|%20).+$/;
const EXTENSION = /\.[a-z][a-z\d]{1,4}$/i;

/**
 * Gives the key under which the render memory keeps a page: team, host and the shape of the path, in which numbers, ids
 * and titles count the same; the names in the query, and whether the fragment is a route.
 */
export function renderMemoryKey({ teamId, url }: RenderPlace): string {
  const segments = similarPath(url.pathname.slice(0, 4 * MAX_LENGTH))
    .split('/')
    .slice(1, 1 + MAX_SEGMENTS);
  const names = url.search
    .slice(1, 4 * MAX_LENGTH)
    .split('&', MAX_PARAMETERS)
    .map((parameter) => parameter.split('=', 1)[0]!)
    .filter((name) => name !== '');
  const query = names.length > 0 ? `?${names.toSorted().join('&')}` : '';
  const route = /^#!?\//.test(url.hash) ? '#/' : '';
  const shape = `/${segments.map(segmentShape).join('/')}${query}${route}`;
  return `${teamId} ${url.host}${shape.slice(0, MAX_LENGTH)}`;
}

function segmentShape(segment: string): string {
  if (segment.length > MAX_NAME_LENGTH) return 'T';
  const extension = EXTENSION.exec(segment)?.[0] ?? '';
  const name = segment.slice(0, segment.length - extension.length);
  if (HEX_ID.test(name)) return `N${extension}`;
  if (TITLE.test(name)) return `T${extension}`;
  if (RANDOM_ID.test(name)) return `N${extension}`;
  return digitsAsN(name) + extension;
}
