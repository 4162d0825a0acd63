import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGE_TYPES, type PageType } from '../../src/html/main-content/classify/page-type.ts';

/** One page of WCXB (Murrough-Foley/web-content-extraction-benchmark) with its ground truth. */
export interface LabelledPage {
  readonly id: string;
  readonly address: string;
  readonly type: PageType;
  /** The half of the set it belongs to: rules are tuned on `tuning` only. */
  readonly half: 'tuning' | 'held out';
  readonly htmlFile: string;
  /** The marked title, '' when there is none. */
  readonly title: string;
  /** The marked author and day (`2026-03-04`), '' when there are none. */
  readonly author: string;
  readonly published: string;
  /** The main content as plain text. */
  readonly truth: string;
  /** Snippets that must be found, and snippets that must not. */
  readonly with: readonly string[];
  readonly without: readonly string[];
}

interface TruthFile {
  readonly url?: string | null;
  readonly _internal?: { readonly page_type?: { readonly primary?: string } };
  readonly ground_truth: {
    readonly title?: string | null;
    readonly author?: string | null;
    readonly publish_date?: string | null;
    readonly main_content?: string | null;
    readonly with?: readonly string[] | null;
    readonly without?: readonly string[] | null;
  };
}

const DAY_LENGTH = 10;

/** All pages of an unpacked set: a folder with `html/` and `ground-truth/`, or a folder around that one. */
export function readLabelledPages(folder: string): LabelledPage[] {
  const root = rootOf(folder);
  return readdirSync(path.join(root, 'ground-truth'))
    .toSorted()
    .map((file) => {
      const { _internal: review, ...truth } = JSON.parse(
        readFileSync(path.join(root, 'ground-truth', file), 'utf8'),
      ) as TruthFile;
      const id = path.basename(file, '.json');
      return {
        id,
        address: truth.url ?? '',
        type: typeOf(review?.page_type?.primary),
        half: halfOf(id),
        htmlFile: path.join(root, 'html', `${id}.html`),
        title: truth.ground_truth.title ?? '',
        author: truth.ground_truth.author ?? '',
        published: (truth.ground_truth.publish_date ?? '').slice(0, DAY_LENGTH),
        truth: truth.ground_truth.main_content ?? '',
        with: truth.ground_truth.with ?? [],
        without: truth.ground_truth.without ?? [],
      };
    });
}

function rootOf(folder: string): string {
  const entries = readdirSync(folder);
  if (entries.includes('ground-truth')) return folder;
  const inner = entries.find((entry) => {
    const names = path.extname(entry) === '' ? readdirSync(path.join(folder, entry)) : [];
    return names.includes('ground-truth');
  });
  if (inner === undefined) throw new Error(`no ground-truth folder in ${folder}`);
  return path.join(folder, inner);
}

function typeOf(primary: string | undefined): PageType {
  const name = primary === 'category' ? 'collection' : primary;
  return PAGE_TYPES.find((type) => type === name) ?? 'article';
}

/** FNV-1a of the id: one bit of it splits the set, so the halves do not change as pages come and go. */
function halfOf(id: string): LabelledPage['half'] {
  let hash = 2_166_136_261;
  for (const char of id) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0;
  return ((hash >>> 3) & 1) === 1 ? 'tuning' : 'held out';
}
