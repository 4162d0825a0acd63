/** A part of a task that no other site than the task's own may learn. */
export interface TaskSecret {
  text: string;
  /** A password goes into fields for passwords only, and into no trace. */
  kind: 'password' | 'identity';
}

/** Words before a secret, in several languages. */
const NAMES =
  'pass(?:word|phrase|code|wort)?|kennwort|contraseña|senha|mot de passe|пароль|密码|密碼|パスワード|비밀번호|(?<![\\p{L}\\p{N}])(?:pw|pwd|pin|tan|otp|token|secret|api[ -]?key)';
const VALUE = new RegExp(
  `(?:${NAMES})\\p{L}{0,3}(\\s{1,3}(?:is|are|ist|lautet|es|est|è|é|to)\\s{1,3}|\\s{0,3}[:=：]\\s{0,3}|\\s{1,3}|は|是|为)(?:["“„«\`']([^"”“»\`'\\n]{3,200})["”“»\`']|([^\\s"“„«\`]{3,200}))`,
  'giu',
);
const WORD = /[^\s"“”„«»`<>()[\],;]{4,300}/gu;
const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@]{2,24}$/u;
const LEAST_CLASSES = 3;
const LEAST_MIXED = 8;
const CARD = /\b\d(?:[ -]?\d){11,18}\b/gu;

/** Finds what in a task looks like a secret: what follows a word for one, mail addresses, card numbers, made-up words. */
export function findSecrets(task: string): TaskSecret[] {
  const found = new Map<string, TaskSecret['kind']>();
  for (const [, between = '', quoted, plain = ''] of task.matchAll(VALUE)) {
    const isSaid = quoted !== undefined || /\S/.test(between);
    const text = quoted ?? plain.replace(/[.,;:)\]]+$/u, '');
    if (text.length >= 3 && (isSaid || isMadeUp(text))) found.set(text, 'password');
  }
  for (const [word] of task.matchAll(WORD)) {
    const text = word.replace(/[.:!?]+$/u, '');
    if (ADDRESS.test(text)) note(found, text);
    else if (!isAddress(word) && isMixed(word)) note(found, word);
  }
  for (const [number] of task.matchAll(CARD)) note(found, number);
  return Array.from(found, ([text, kind]) => ({ text, kind })).toSorted(
    (a, b) => b.text.length - a.text.length,
  );
}

function note(found: Map<string, TaskSecret['kind']>, text: string): void {
  if (!found.has(text)) found.set(text, 'identity');
}

function isAddress(word: string): boolean {
  return /^[a-z][a-z+.-]*:\/\//i.test(word) || /^[\p{L}\p{N}.-]+\.\p{L}{2,24}(?:[:/?#]|$)/u.test(word);
}

function isMadeUp(text: string): boolean {
  return /\p{N}|[^\p{L}\p{N}.,]|\p{Ll}\p{Lu}/u.test(text);
}

/** Nobody writes such words but for a password or a key. */
function isMixed(word: string): boolean {
  if (word.length < LEAST_MIXED || !/[!@#$%^&*+=?~_|\\]/.test(word)) return false;
  const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((one) => one.test(word));
  return classes.length >= LEAST_CLASSES;
}
