import type { SourceFile } from './read-source-file.ts';
import type { Violation } from './violation.ts';

/** Texts of the contract are read by callers: in the reference, in OpenAPI, in the help of commands, by agents. */
const READ_BY_CALLERS = 'src/contract/';

/** Finds sentences without a subject: in comments, and in the texts of the contract. Tests say what they like. */
export function checkSubjects(file: SourceFile): Violation[] {
  if (file.isTest) return [];
  const at = (place: string) => (line: number) => ({
    file: file.path,
    line,
    message: `a sentence of a ${place} begins with What, Who, Of or Such: name its subject`,
  });
  const texts = file.path.startsWith(READ_BY_CALLERS) ? file.subjectlessTextLines : [];
  return [...file.subjectlessLines.map(at('comment')), ...texts.map(at('text'))];
}
