import type { EndpointDefinition } from './endpoint.ts';

/** A part of the reference. */
export interface EndpointTag {
  name: string;
  description: string;
}

interface TagRule extends EndpointTag {
  /** The paths that belong to it; the first rule that fits counts. */
  paths: RegExp;
}

/** In the order of the reference: the parts that people use first stand first. */
const RULES: readonly TagRule[] = [
  {
    name: 'Scrape',
    description: 'One page by its URL, as clean data.',
    paths: /^\/(?:v2\/scrape(?!\/\{id\}\/interact)|read)\b/,
  },
  {
    name: 'Crawl',
    description: 'A whole site: a job with an id, whose status has the pages.',
    paths: /^\/v2\/crawl\b/,
  },
  {
    name: 'Batch scrape',
    description: 'Many URLs at once: a job with an id, whose status has the pages.',
    paths: /^\/v2\/batch\b/,
  },
  { name: 'Map', description: 'The URLs of a site.', paths: /^\/v2\/map\b/ },
  {
    name: 'Search',
    description: 'Pages, news and images that fit a query, with their content if wanted.',
    paths: /^\/v2\/search$/,
  },
  { name: 'Parse', description: 'An uploaded file, as clean data.', paths: /^\/v2\/parse\b/ },
  {
    name: 'Sessions',
    description: 'A browser that stays open: code, tasks in words and people drive it in turn.',
    paths: /^\/v2\/(?:browser|interact|scrape\/\{id\}\/interact)\b/,
  },
  {
    name: 'Team',
    description: 'The activity, queue and credits of the team that a key belongs to.',
    paths: /^\/v2\/(?:team\/(?!token-usage)|concurrency-check)/,
  },
  {
    name: 'Operator',
    description: 'All teams and the system, for keys of the operator.',
    paths: /^\/v2\/(?:teams|system)\b/,
  },
  { name: 'Operation', description: 'Health and metrics, without a key.', paths: /^\/(?:health|metrics)\b/ },
  {
    name: 'Compatibility',
    description:
      'Answered so that clients of the protocol work: this server starts no extractions, counts no tokens, and keeps feedback for its operator.',
    paths: /^\/v2\//,
  },
];

/** Every tag that an endpoint can have, in the order of the reference. */
export const ENDPOINT_TAGS: readonly EndpointTag[] = RULES.map(({ name, description }) => ({
  name,
  description,
}));

/** Gives the name of the part of the reference that an endpoint stands in. */
export function tagOf({ path }: Pick<EndpointDefinition, 'path'>): string {
  const rule = RULES.find(({ paths }) => paths.test(path));
  if (rule === undefined) throw new Error(`No part of the reference has the path ${path}`);
  return rule.name;
}

/** A part of the reference with its endpoints. */
export interface EndpointGroup extends EndpointTag {
  endpoints: readonly EndpointDefinition[];
}

/** Puts endpoints into the parts of the reference; a part without any is left out. */
export function groupByTag(endpoints: readonly EndpointDefinition[]): EndpointGroup[] {
  return ENDPOINT_TAGS.map((tag) => ({
    ...tag,
    endpoints: endpoints.filter((endpoint) => tagOf(endpoint) === tag.name),
  })).filter((group) => group.endpoints.length > 0);
}
