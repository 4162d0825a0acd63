import { getDomain, parse } from 'tldts';
import { findSecrets, type TaskSecret } from './find-secrets.ts';

/** A field that text is to be written into. */
export interface FilledField {
  isSecret: boolean;
  name: string;
}

/**
 * The rule of what may leave for a site at the wish of a model, which pages may have talked into it. The task's own sites
 * are the one where it begins and those whose addresses the task has. To any other site go words of the task alone that are
 * no secrets, and addresses that a page has shown as they are; so nothing that a page says of another one, and no secret in
 * any spelling, can be carried there. A secret stands in no address at all that the task does not have itself, a password
 * goes into a field for passwords, and after it was written on one of the own sites on no other.
 */
export interface LeavingRule {
  /** Addresses that pages show, which may be gone to as they are. */
  noteAddresses(addresses: Iterable<string>): void;
  /** Says why an address may not be gone to; undefined when it may. */
  problemOfAddress(address: URL): string | undefined;
  /** Says why a text may not be written into a field of the page at an address; undefined when it may. */
  problemOfText(text: string, field: FilledField, page: string): string | undefined;
  /** Says why a key may not be pressed on the page at an address. */
  problemOfKey(key: string, page: string): string | undefined;
  /** A text without the secrets of the task. */
  hide(text: string): string;
}

const MAX_ADDRESSES = 20_000;
const HIDDEN = '•••';
/** Words that addresses have of their own. */
const ADDRESS_WORDS = new Set(
  (
    'search wiki results result query index html htm php asp aspx www page pages category en de fr es it pt nl web find docs ' +
    'doc news q s k p w site home about help login signin contact pricing products product shop store blog maps place title m'
  ).split(' '),
);
const FIELD_OF_SECRET =
  /pass|pwd|kennwort|contrase|senha|mot de passe|пароль|密码|密碼|パスワード|비밀번호|\bpin\b|\btan\b|code|token|secret|\bkey\b|otp|2fa/iu;
const LEAST_STEM = 4;
const MOST_ENDING = 3;

export function createLeavingRule(about: { task: string; startUrl: string }): LeavingRule {
  return new TaskRule(about);
}

class TaskRule implements LeavingRule {
  readonly #secrets: readonly TaskSecret[];
  readonly #addresses: readonly URL[];
  /** The sites of the task. */
  readonly #own: ReadonlySet<string>;
  /** The words of the task that are no secrets. */
  readonly #words: ReadonlySet<string>;
  readonly #shown = new Set<string>();
  /** The site where a password was written. */
  readonly #homes = new Map<string, string>();

  constructor({ task, startUrl }: { task: string; startUrl: string }) {
    this.#secrets = findSecrets(task);
    this.#addresses = addressesIn(task);
    const own = [siteOf(startUrl), ...this.#addresses.map(({ href }) => siteOf(href))];
    this.#own = new Set(own.filter((site) => site !== ''));
    this.#words = new Set(
      wordsOf(this.#secrets.reduce((text, secret) => text.replaceAll(secret.text, ' '), task)),
    );
  }

  noteAddresses(addresses: Iterable<string>): void {
    for (const address of addresses) if (this.#shown.size < MAX_ADDRESSES) this.#shown.add(address);
  }

  problemOfAddress(address: URL): string | undefined {
    const { protocol, username, password, href, hostname } = address;
    if (protocol !== 'http:' && protocol !== 'https:') return 'only http and https addresses can be opened';
    if (this.#addresses.some((one) => one.href === href)) return undefined;
    if (username !== '' || password !== '') return 'an address must not hold a name or password';
    if (this.#secretsIn(href).length > 0)
      return 'the address holds a secret of the task; fill it into a field of its own site instead';
    if (this.#isOwn(href) || this.#shown.has(href)) return undefined;
    const word = foreignPart(address, (part) => this.#foreignWord(part));
    if (word === undefined) return undefined;
    return `"${word.slice(0, 40)}" in the address is neither in the task nor in a link of the page, and the task does not name ${hostname}; open the site without it`;
  }

  problemOfText(text: string, field: FilledField, page: string): string | undefined {
    const secrets = this.#secretsIn(text);
    if (this.#isOwn(page)) return this.#problemOfSecrets(secrets, field, siteOf(page));
    const unnamed = `the task does not name ${hostOf(page)}`;
    if (secrets.length > 0) return `the text holds a secret of the task, and ${unnamed}`;
    const word = this.#foreignWord(text);
    return word === undefined ? undefined : `"${word.slice(0, 40)}" is not in the task, and ${unnamed}`;
  }

  problemOfKey(key: string, page: string): string | undefined {
    if (key.length !== 1 || this.#isOwn(page)) return undefined;
    return `the task does not name ${hostOf(page)}: use fill there, with words of the task`;
  }

  hide(text: string): string {
    const left = this.#secrets.reduce((rest, secret) => rest.replaceAll(secret.text, HIDDEN), text);
    // Words are secrets in the usual spellings, too.
    return left.replace(/[\p{L}\p{N}%+/_-]{4,}={0,2}/gu, (word) =>
      this.#secretsIn(word).length > 0 ? HIDDEN : word,
    );
  }

  #problemOfSecrets(
    secrets: readonly TaskSecret[],
    { isSecret, name }: FilledField,
    site: string,
  ): string | undefined {
    for (const { text } of secrets.filter(({ kind }) => kind === 'password')) {
      if (!isSecret && !FIELD_OF_SECRET.test(name))
        return 'the text holds a password of the task, and this is no field for one';
      const home = this.#homes.get(text) ?? site;
      if (home !== site) return `this password was used on ${home}, and this page is on ${site}`;
      this.#homes.set(text, site);
    }
    return undefined;
  }

  #isOwn(address: string): boolean {
    return this.#own.has(siteOf(address));
  }

  #secretsIn(text: string): readonly TaskSecret[] {
    return this.#secrets.filter((secret) => carries(text, secret));
  }

  /** The first word of a text that the task does not have. */
  #foreignWord(text: string): string | undefined {
    return wordsOf(text).find((word) => !isAmong(this.#words, word));
  }
}

/** The first word of an address on a foreign site that only the model can have put there. */
function foreignPart(address: URL, foreignWord: (text: string) => string | undefined): string | undefined {
  const { hostname, port, pathname, search, hash } = address;
  const { subdomain, domain } = parse(hostname, { allowPrivateDomains: true });
  if (port !== '') return `:${port}`;
  if (domain === null && !/^[\d.:[\]a-f]+$/i.test(hostname)) return hostname;
  const parts = [subdomain ?? '', pathname, search, hash].map(decoded).join(' ');
  return wordsOf(parts).find((word) => !ADDRESS_WORDS.has(word) && foreignWord(word) !== undefined);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Whether a word is one of those, but for its ending. */
function isAmong(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  if (word.length < LEAST_STEM || /\p{N}/u.test(word)) return false;
  return [...words].some(
    (known) =>
      known.length >= LEAST_STEM &&
      Math.abs(known.length - word.length) <= MOST_ENDING &&
      (known.startsWith(word) || word.startsWith(known)),
  );
}

/** Whether a text holds a secret, also in the usual spellings. */
function carries(text: string, { text: secret }: TaskSecret): boolean {
  const sought = plain(secret);
  const forms = [
    text,
    decoded(text),
    decoded(decoded(text)),
    ...decodedWords(text),
    ...decodedWords(decoded(text)),
  ];
  const reversed = Array.from(sought).toReversed().join('');
  return forms.some((form) => plain(form).includes(sought) || plain(form).includes(reversed));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, '');
}

/** Base64 and hexadecimal, as text. */
function decodedWords(text: string): string[] {
  return (text.match(/[\w+/-]{4,}={0,2}/g) ?? []).flatMap((word) => [
    Buffer.from(word, 'base64').toString('utf8'),
    Buffer.from(word, 'hex').toString('utf8'),
  ]);
}

/** The addresses in a task, whole or only their hosts. */
function addressesIn(task: string): URL[] {
  return (task.match(/[^\s"“”„«»`'<>()[\],;]{3,2000}/gu) ?? []).flatMap((word) => {
    const text = word.replace(/[.:!?]+$/u, '');
    const isWhole = /^https?:\/\//i.test(text);
    if (
      !isWhole &&
      (text.includes('@') || !/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:\/\S*)?$/u.test(text))
    )
      return [];
    const address = URL.parse(isWhole ? text : `https://${text}`);
    if (address === null) return [];
    const { isIcann, isIp } = parse(address.hostname);
    return isWhole || isIcann === true || isIp === true ? [address] : [];
  });
}

/** The site of an address: names of one owner; '' where there is none. */
function siteOf(address: string): string {
  const host = hostOf(address);
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname ?? '';
}
