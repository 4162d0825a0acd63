import type { WriteGenre } from '../generate-documents.ts';
import { figuresTable, pairsTable, wordyTable } from '../tables.ts';

const LISTINGS = [
  [
    'bash',
    'unitctl status --verbose\nunitctl set inlet.pressure 2.4\nfor port in 1 2 3; do\n    unitctl test "$port" || exit 1\ndone',
  ],
  ['json', '{\n  "unit": "pump-2",\n  "limits": {\n    "pressure": 2.4,\n    "retries": 3\n  }\n}'],
  [
    'python',
    'def calibrate(sensor, samples=16):\n    values = [sensor.read() for _ in range(samples)]\n    offset = sum(values) / len(values)\n    return offset',
  ],
] as const;

/** Steps, warnings, code, tables of faults and of technical data. */
export const writeManual: WriteGenre = (builder) => {
  const { random } = builder;
  builder.paragraph({ min: 2, max: 3 }).list(false, 3, 5);
  const chapters = random.int(4, 6);
  for (let chapter = 0; chapter < chapters; chapter++) {
    builder.heading(2).paragraph({ hasFootnote: chapter === 1 });
    builder.list(true, 4, 7, chapter % 2 === 1);
    if (chapter % 2 === 0) builder.heading(3).paragraphs(1, 2);
    if (chapter === 1) builder.figure('Fig. 1');
    if (chapter === 1 || chapter === 3) {
      const [language, text] = LISTINGS[random.int(0, 2)] ?? LISTINGS[0];
      builder.code(language, text).paragraph();
    }
    if (chapter === 2) builder.add(wordyTable(builder, { rows: random.int(4, 7) })).paragraph();
  }
  builder
    .heading(2, 'Technical data')
    .add(
      pairsTable(
        Array.from(
          { length: 7 },
          () =>
            [
              builder.phrase(),
              `${random.int(1, 900)} ${random.pick(['V', 'mA', 'bar', 'mm', '°C', 'kg'])}`,
            ] as const,
        ),
      ),
    );
  builder
    .heading(2, 'Spare parts')
    .add(figuresTable(builder, { rows: 14, columns: 3, digits: 0, emptyShare: 0.15 }));
};
