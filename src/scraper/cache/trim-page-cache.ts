import { createFairTrim } from '../../store/trim-fairly.ts';

/** Bytes that a row takes besides those that are counted. */
const ROW_BYTES = 200;

/** Removes pages until the rest fits into so many bytes as stored, of each team with more than its share its oldest. */
export const trimPageCache = createFairTrim({
  table: 'cached_page',
  key: 'page_key',
  bytes: `octet_length(body) + pg_column_size(response) + octet_length(url) + ${ROW_BYTES}`,
  age: 'fetched_at',
});
