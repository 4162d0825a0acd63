import { createRandom } from '../../pages/random.ts';
import type { BenchDocument } from '../model.ts';
import { DocumentBuilder, type DocumentStart } from './document-builder.ts';
import { writeForm } from './genres/form.ts';
import { writeInvoice } from './genres/invoice.ts';
import { writeLetter } from './genres/letter.ts';
import { writeManual } from './genres/manual.ts';
import { writePaper } from './genres/paper.ts';
import { writeReport } from './genres/report.ts';
import { writeSlides } from './genres/slides.ts';
import { writeStatement } from './genres/statement.ts';
import { phrase, type Register } from './register.ts';
import { business, everyday, scholarly, technical } from './registers/english.ts';
import { arabic, chinese, french, german, greek, russian } from './registers/other-languages.ts';

/** Writes one kind of text into a document that has only its title. */
export type WriteGenre = (builder: DocumentBuilder) => void;

interface Plan {
  name: string;
  genre: WriteGenre;
  register: Register;
  language?: string;
  isRtl?: boolean;
  count: number;
}

const PLANS: readonly Plan[] = [
  { name: 'paper', genre: writePaper, register: scholarly, count: 7 },
  { name: 'report', genre: writeReport, register: business, count: 6 },
  { name: 'manual', genre: writeManual, register: technical, count: 6 },
  { name: 'invoice', genre: writeInvoice, register: business, count: 3 },
  { name: 'statement', genre: writeStatement, register: business, count: 2 },
  { name: 'letter', genre: writeLetter, register: everyday, count: 2 },
  { name: 'newsletter', genre: writeReport, register: everyday, count: 2 },
  { name: 'slides', genre: writeSlides, register: business, count: 2 },
  { name: 'form', genre: writeForm, register: technical, count: 2 },
  { name: 'german', genre: writeReport, register: german, language: 'de', count: 2 },
  { name: 'french', genre: writePaper, register: french, language: 'fr', count: 2 },
  { name: 'greek', genre: writeReport, register: greek, language: 'el', count: 1 },
  { name: 'russian', genre: writePaper, register: russian, language: 'ru', count: 2 },
  { name: 'arabic', genre: writeReport, register: arabic, language: 'ar', isRtl: true, count: 2 },
  { name: 'chinese', genre: writeReport, register: chinese, language: 'zh', count: 2 },
];

const AUTHORS = ['R. Vance', 'Ines Calloway', 'Theodor Brandt', 'M. Oyelaran', 'Saskia Lund'];

/** The documents of the bench, always the same; every other one when there is little time. */
export function generateDocuments(isQuick = false): BenchDocument[] {
  const documents = PLANS.flatMap((plan, planIndex) =>
    Array.from({ length: plan.count }, (_, index) => generate(plan, planIndex * 100 + index, index)),
  );
  for (const [number, document] of documents.entries()) document.number = number;
  return isQuick ? documents.filter((_, index) => index % 4 === 1) : documents;
}

function generate(plan: Plan, seed: number, index: number): BenchDocument {
  const random = createRandom(seed + 7_001);
  const { register, language = 'en', isRtl = false } = plan;
  const title = phrase({ ...register, phrases: register.headings.slice(2) }, random);
  const subject = phrase(register, random);
  const start: DocumentStart = {
    name: `${plan.name}-${index + 1}`,
    seed,
    register,
    language,
    isRtl,
    title: register.gap === '' ? `${title}${subject}` : `${title}: ${subject}`,
    author: random.pick(AUTHORS),
    header: `${phrase(register, random)} | ${random.pick(AUTHORS)}`,
    footer: random.pick(['Confidential', 'Printed for internal use', 'Draft', 'Series B, no. 14']),
  };
  const builder = new DocumentBuilder(start);
  plan.genre(builder);
  return builder.build();
}
