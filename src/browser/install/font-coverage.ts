import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readCharacterMap } from './character-map.ts';

interface Script {
  name: string;
  /** In the fonts of a script one of which has all of them. */
  samples: string;
  /** A character of the script. */
  pattern: RegExp;
}

/**
 * The scripts that people read, most common first; Latin, Greek, Cyrillic and Hebrew are in the fonts that are always
 * there.
 */
const SCRIPTS: readonly Script[] = [
  { name: 'Chinese', samples: '的国國時', pattern: /\p{Script=Han}/gu },
  { name: 'Japanese', samples: 'あのアン日', pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  { name: 'Korean', samples: '가한글힣', pattern: /\p{Script=Hangul}/gu },
  { name: 'Arabic', samples: 'ابي', pattern: /\p{Script=Arabic}/gu },
  { name: 'Devanagari', samples: 'अकह', pattern: /\p{Script=Devanagari}/gu },
  { name: 'Bengali', samples: 'অকহ', pattern: /\p{Script=Bengali}/gu },
  { name: 'Tamil', samples: 'அகஹ', pattern: /\p{Script=Tamil}/gu },
  { name: 'Telugu', samples: 'అకహ', pattern: /\p{Script=Telugu}/gu },
  { name: 'Gujarati', samples: 'અકહ', pattern: /\p{Script=Gujarati}/gu },
  { name: 'Kannada', samples: 'ಅಕಹ', pattern: /\p{Script=Kannada}/gu },
  { name: 'Malayalam', samples: 'അകഹ', pattern: /\p{Script=Malayalam}/gu },
  { name: 'Gurmukhi', samples: 'ਅਕਹ', pattern: /\p{Script=Gurmukhi}/gu },
  { name: 'Sinhala', samples: 'අකහ', pattern: /\p{Script=Sinhala}/gu },
  { name: 'Thai', samples: 'กขค', pattern: /\p{Script=Thai}/gu },
  { name: 'Lao', samples: 'ກຂຄ', pattern: /\p{Script=Lao}/gu },
  { name: 'Khmer', samples: 'កខគ', pattern: /\p{Script=Khmer}/gu },
  { name: 'Burmese', samples: 'ကခဂ', pattern: /\p{Script=Myanmar}/gu },
  { name: 'Georgian', samples: 'აბგ', pattern: /\p{Script=Georgian}/gu },
  { name: 'Armenian', samples: 'Աբգ', pattern: /\p{Script=Armenian}/gu },
  { name: 'Ethiopic', samples: 'ሀለሐ', pattern: /\p{Script=Ethiopic}/gu },
  { name: 'emoji', samples: '😀🧑', pattern: /\p{Emoji_Presentation}/gu },
];

/** A single foreign letter is no reason to warn. */
const MIN_CHARACTERS = 3;
/** Scripts that a page's beginning does not have are seldom those of its subject. */
const MAX_TEXT_LENGTH = 200_000;
const MAX_FOLDER_DEPTH = 6;

export interface FontCoverage {
  /** English names of scripts that the text uses and no font can draw: blank places in pictures. */
  missingScripts(text: string): string[];
}

/**
 * Reads which characters the fonts below some folders can draw together. Folders that are not there and broken fonts
 * count as none.
 */
export async function readFontCoverage(folders: readonly string[]): Promise<FontCoverage> {
  const missing = new Set(SCRIPTS);
  for (const folder of folders) {
    for await (const file of fontFiles(folder, MAX_FOLDER_DEPTH)) {
      if (missing.size === 0) break;
      const has = await readCharacterMap(file).catch(() => undefined);
      if (!has) continue;
      for (const script of missing) {
        if (Array.from(script.samples).every((character) => has(character.codePointAt(0) ?? 0)))
          missing.delete(script);
      }
    }
  }
  const patterns = Array.from(missing);
  return {
    missingScripts(text) {
      const start = text.slice(0, MAX_TEXT_LENGTH);
      return patterns.filter(({ pattern }) => usesOften(start, pattern)).map(({ name }) => name);
    },
  };
}

function usesOften(text: string, pattern: RegExp): boolean {
  const uses = text.matchAll(pattern);
  for (let count = 0; count < MIN_CHARACTERS; count += 1) if (uses.next().done) return false;
  return true;
}

async function* fontFiles(folder: string, depth: number): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) yield* fontFiles(path, depth - 1);
    else if (/\.(?:ttf|otf|ttc)$/i.test(entry.name)) yield path;
  }
}
