/** The languages of code for a session. */
export const LANGUAGES = ['node', 'python', 'bash'] as const;

export type Language = (typeof LANGUAGES)[number];

/** A line that was typed at the prompt of a session, as it is meant. */
export type SessionLine =
  | { kind: 'code'; language: Language; code: string }
  | { kind: 'language'; language: Language }
  | { kind: 'ask'; prompt: string }
  | { kind: 'live' | 'exit' | 'help' | 'nothing' }
  | { kind: 'unknown'; word: string };

/** Reads a line: `.word` is for the prompt itself, everything else is code of `language`. */
export function readSessionLine(line: string, language: Language): SessionLine {
  const text = line.trim();
  if (text === '') return { kind: 'nothing' };
  const [, word = '', rest = ''] = /^\.([a-z]+)(?:\s+([^]*))?$/.exec(text) ?? [];
  if (word === '') return { kind: 'code', language, code: line };
  const named = LANGUAGES.find((each) => each === word);
  if (named !== undefined) {
    return rest === ''
      ? { kind: 'language', language: named }
      : { kind: 'code', language: named, code: rest };
  }
  if (word === 'ask' && rest !== '') return { kind: 'ask', prompt: rest };
  if (word === 'live' || word === 'exit' || word === 'help') return { kind: word };
  return { kind: 'unknown', word };
}
