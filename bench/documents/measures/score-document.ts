import { wordF1 } from '../../content/word-f1.ts';
import type { DocumentStructure } from './document-structure.ts';
import { headingSimilarity } from './heading-similarity.ts';
import { indelSimilarity } from './longest-common-subsequence.ts';
import { tableSimilarity, tablesSimilarity, tableStructureSimilarity } from './table-similarity.ts';

/** All from 0 to 1. */
export interface DocumentScore {
  /** Of the words that are expected, each as often as it occurs. */
  recall: number;
  precision: number;
  /** Normalised indel similarity of the texts, character by character: what is there, and in which order. */
  nid: number;
  /** Undefined when the document has no tables. */
  teds: number | undefined;
  structureTeds: number | undefined;
  /** Undefined when the document has no headings. */
  mhs: number | undefined;
  /** Blocks that are there as they should be, not cut and not run together: F1. */
  blocks: number;
  /** The same of links, their text and their address; undefined when the document has none. */
  links: number | undefined;
  /** Mean of `nid`, `teds` and `mhs`, as far as they are defined. */
  overall: number;
  /** Tables where none is expected. */
  falseTables: number;
}

export function scoreDocument(expected: DocumentStructure, actual: DocumentStructure): DocumentScore {
  const { precision, recall } = wordF1(wordsOf(actual.text), wordsOf(expected.text));
  const nid = indelSimilarity(Array.from(expected.text), Array.from(actual.text));
  const hasTables = expected.tables.length > 0;
  const teds = hasTables ? tablesSimilarity(expected.tables, actual.tables, tableSimilarity) : undefined;
  const structureTeds = hasTables
    ? tablesSimilarity(expected.tables, actual.tables, tableStructureSimilarity)
    : undefined;
  const mhs =
    expected.headings.length > 0 ? headingSimilarity(expected.headings, actual.headings) : undefined;
  const blocks = wordF1(actual.blocks, expected.blocks).f1;
  const links = expected.links.length > 0 ? wordF1(actual.links, expected.links).f1 : undefined;
  const parts = [nid, teds, mhs].filter((part) => part !== undefined);
  const overall = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  const falseTables = Math.max(0, actual.tables.length - expected.tables.length);
  return { recall, precision, nid, teds, structureTeds, mhs, blocks, links, overall, falseTables };
}

/** Runs of letters and digits in lower case; of Chinese and Japanese, which have no blanks, each sign. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu,
      ) ?? []
  );
}
