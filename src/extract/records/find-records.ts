import type { PageFacts } from '../facts/collect-facts.ts';
import type { ShownPage } from '../facts/shown-walk.ts';
import { cardRecords } from './card-records.ts';
import { itemRecords } from './item-records.ts';
import type { RecordGroup } from './record.ts';
import { tableRecords } from './table-records.ts';

/** All lists of a page that could be what a caller asks for: data for machines first, then tables, then cards. */
export function findRecords(page: ShownPage, { items }: PageFacts): RecordGroup[] {
  return [...itemRecords(items), ...tableRecords(page), ...cardRecords(page)];
}
