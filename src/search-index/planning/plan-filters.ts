import { CATEGORY_HOSTS, type SearchCategory } from '../../text/search-query/category-hosts.ts';
import type { SearchFilter, SearchOperator } from '../../text/search-query/search-query.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import type { RowCheck } from '../index-plan.ts';
import { nameTerm } from '../operator-terms.ts';
import { sequenceOf, type PlanDraft } from './plan-draft.ts';
import type { IndexQuery } from '../search-index.ts';
import { parseSite } from './site-value.ts';

/** Endings that mean a web page. */
const PAGE_TYPES = new Set(['html', 'htm', 'xhtml']);
const SIZE = /^(\d{1,6})\s*[x×*]\s*(\d{1,6})$/i;

type PlanFilter = (filter: SearchFilter, draft: PlanDraft, asked: IndexQuery) => void;

const OPERATORS: Readonly<Record<Exclude<SearchOperator, 'site' | 'filetype'>, PlanFilter>> = {
  inurl: (filter, draft) => planUrl(filter, [filter.value], draft),
  allinurl: (filter, draft) => planUrl(filter, filter.value.split(/\s+/), draft),
  intitle: (filter, draft) => planTitle(filter, [filter.value], draft),
  allintitle: (filter, draft) => planTitle(filter, filter.value.split(/\s+/), draft),
  related: planRelated,
  imagesize: (filter, draft, asked) => planSize(filter, draft, asked),
  larger: (filter, draft, asked) => planSize(filter, draft, asked),
};

/** Plans operators, sites and categories. */
export function planFilters(asked: IndexQuery, draft: PlanDraft): void {
  const { filters } = asked.query;
  planSites(filters, draft);
  requireOne(asked.includeHosts.map(hostTerm), draft);
  draft.forbidden.push(...asked.excludeHosts.map(hostTerm));
  requireOne(asked.categories.flatMap(categoryTerms), draft);
  requireOne(filters.filter(isWanted('filetype')).map(fileTerm), draft);
  draft.forbidden.push(...filters.filter(isUnwanted('filetype')).map(fileTerm));
  for (const filter of filters) {
    if (filter.operator === 'site' || filter.operator === 'filetype') continue;
    OPERATORS[filter.operator](filter, draft, asked);
  }
}

function isWanted(operator: SearchOperator): (filter: SearchFilter) => boolean {
  return (filter) => filter.operator === operator && !filter.isNegated;
}

function isUnwanted(operator: SearchOperator): (filter: SearchFilter) => boolean {
  return (filter) => filter.operator === operator && filter.isNegated;
}

function requireOne(terms: readonly string[], { required }: PlanDraft): void {
  if (terms.length > 0) required.push(terms.map((term) => [term]));
}

function planSites(filters: readonly SearchFilter[], draft: PlanDraft): void {
  const wanted = filters.filter(isWanted('site')).map(({ value }) => value);
  requireOne(wanted.map(hostTerm), draft);
  if (wanted.some(isPartOfHost)) draft.rowChecks.push({ kind: 'sites', values: wanted, isNegated: false });
  for (const { value } of filters.filter(isUnwanted('site'))) {
    if (isPartOfHost(value)) draft.rowChecks.push({ kind: 'sites', values: [value], isNegated: true });
    else draft.forbidden.push(hostTerm(value));
  }
}

function isPartOfHost(site: string): boolean {
  const { path, port } = parseSite(site);
  return path !== '' || port !== '';
}

function hostTerm(site: string): string {
  return nameTerm('h', parseSite(site).host);
}

function categoryTerms(category: SearchCategory): string[] {
  return category === 'pdf' ? [nameTerm('f', 'pdf')] : CATEGORY_HOSTS[category].map(hostTerm);
}

function fileTerm({ value }: SearchFilter): string {
  const type = value.replace(/^\./, '').toLowerCase();
  return nameTerm('f', PAGE_TYPES.has(type) ? 'html' : type);
}

/** Words of the address stand in the index as they are; their order, and signs between them, in the address alone. */
function planUrl({ isNegated }: SearchFilter, values: readonly string[], draft: PlanDraft): void {
  const words = values.flatMap((value) => wordsOf(value));
  const terms = words.map((word) => nameTerm('u', word));
  planText({ kind: 'url', values, isNegated }, terms, draft);
  if (!isNegated) draft.operatorWords.push(...words.flatMap(sequenceOf));
}

function planTitle({ isNegated }: SearchFilter, values: readonly string[], draft: PlanDraft): void {
  const words = values.flatMap(sequenceOf);
  const terms = words.map(({ stem }) => nameTerm('t', stem));
  planText({ kind: 'title', values, isNegated }, terms, draft);
  if (!isNegated) draft.operatorWords.push(...words);
}

/** A single word is told by its term; more of them need a look at the row. */
function planText(check: RowCheck, terms: readonly string[], draft: PlanDraft): void {
  if (check.isNegated && terms.length === 1) {
    draft.forbidden.push(terms[0]!);
    return;
  }
  if (!check.isNegated) draft.required.push(...terms.map((term) => [[term]]));
  if (check.kind === 'url' || terms.length > 1) draft.rowChecks.push(check);
}

function planRelated({ value, isNegated }: SearchFilter, draft: PlanDraft): void {
  if (isNegated) draft.remarks.push('-related: has no effect on pages of your own.');
  else draft.related.push(value);
}

function planSize(
  { operator, value, isNegated }: SearchFilter,
  draft: PlanDraft,
  { source }: IndexQuery,
): void {
  const size = SIZE.exec(value);
  if (size === null) {
    draft.remarks.push(`${operator}:${value} was ignored: a size is WIDTHxHEIGHT, such as 1920x1080.`);
  } else if (source !== 'images') {
    draft.remarks.push(`${operator}: has an effect on images only.`);
  } else {
    const [, width, height] = size;
    draft.imageSizes.push({
      width: Number(width),
      height: Number(height),
      isLeast: operator === 'larger',
      isNegated,
    });
  }
}
