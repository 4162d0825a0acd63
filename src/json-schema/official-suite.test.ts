import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ServiceError } from '../lib/service-error.ts';
import { checkSchema } from './check-schema.ts';
import { createValidator } from './validate.ts';

interface Group {
  description: string;
  schema: unknown;
  tests: ReadonlyArray<{ description: string; data: unknown; valid: boolean }>;
}

const FOLDER = new URL('../../test/fixtures/json-schema/', import.meta.url);

/** Cases that are judged otherwise than the suite does, without a word: nobody sends such a schema for a page. */
const KNOWN = [
  // A reference to a value of an enum, which is no schema.
  'anchor.json › $anchor inside an enum is not a real identifier › match $ref to $anchor',
  // The schema does not name its draft: keywords beside a reference count, as they do since 2019-09.
  'ref.json › ref overrides any sibling keywords › ref valid, maxItems ignored',
  // A meta-schema that switches the keywords of validation off.
  'vocabulary.json › schema that uses custom metaschema with with no validation vocabulary › no validation: invalid number, but it still validates',
];
/** Why a schema of the suite is refused: it refers to another document, or is no object. */
const REFUSED = /\$ref must point at a part of this schema|must be a JSON Schema: an object/;

/** The figures stand in docs/decisions/0024-schemas-by-interpretation.md. */
const FIGURES = {
  '2020-12': { right: 1052, warned: 1, refused: 121 },
  '2019-09': { right: 1067, warned: 12, refused: 95 },
  '7': { right: 798, warned: 0, refused: 62 },
};

for (const [draft, figures] of Object.entries(FIGURES)) {
  test(`the official test suite of draft ${draft}`, () => {
    const files = JSON.parse(readFileSync(new URL(`draft${draft}.json`, FOLDER), 'utf8')) as Record<
      string,
      Group[]
    >;
    const counts = { right: 0, warned: 0, refused: 0 };
    const wrong: string[] = [];
    const groups = Object.entries(files).flatMap(([file, own]) => own.map((group) => ({ ...group, file })));
    for (const { file, description: about, schema, tests } of groups) {
      const use = prepare(schema);
      if (use === undefined) counts.refused += tests.length;
      for (const { description, data, valid } of use === undefined ? [] : tests) {
        if (use?.isValid(data) === valid) counts.right++;
        else if (use?.isWarned) counts.warned++;
        else wrong.push([file, about, description].join(' › '));
      }
    }
    assert.deepEqual(
      wrong.filter((name) => !KNOWN.includes(name)),
      [],
    );
    assert.deepEqual(counts, figures);
  });
}

/** Undefined for a schema that is refused, which must be for one of the known reasons. */
function prepare(schema: unknown): { isValid: (value: unknown) => boolean; isWarned: boolean } | undefined {
  try {
    const checked = checkSchema(schema);
    const { isValid } = createValidator(checked.schema);
    return { isValid: (value) => isValid(value), isWarned: checked.warnings.length > 0 };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    assert.match(error.message, REFUSED);
    return undefined;
  }
}
