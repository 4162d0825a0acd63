import { seenText } from '../../text/seen-text.ts';
import { fillByModel, type WantedData } from './fill-by-model.ts';
import type { ModelSession } from './model-session.ts';

/** Two versions of a page as Markdown. */
export interface PageVersions {
  before: string;
  after: string;
}

/** The data of two versions of a page, field by field, and sentences for the document's `warning`. */
export interface ComparedByModel {
  json: Record<string, { previous: unknown; current: unknown }>;
  warnings: readonly string[];
}

const MAX_CHARACTERS = 2_000_000;
/** The field of a value that has none. */
const WHOLE = 'value';

/** Takes the same data from both versions; the comparison is no model's. Rejects as `fillByModel` does. */
export async function compareByModel(
  session: ModelSession,
  { before, after }: PageVersions,
  wanted: WantedData,
): Promise<ComparedByModel> {
  const [previous, current] = await Promise.all(
    [before, after].map((markdown) =>
      fillByModel(session, { markdown: seenText(markdown.slice(0, MAX_CHARACTERS)) }, wanted),
    ),
  );
  const [was, is] = [membersOf(previous!.value), membersOf(current!.value)];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  const fields = [...names].map((name) => {
    const of = (value: object): unknown => (Object.hasOwn(value, name) ? value[name as never] : null);
    return [name, { previous: of(was), current: of(is) }] as const;
  });
  return { json: Object.fromEntries(fields), warnings: current!.warnings };
}

function membersOf(value: unknown): object {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? value : { [WHOLE]: value };
}
