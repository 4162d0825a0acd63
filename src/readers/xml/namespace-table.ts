/** Namespace name to the prefix that a reader knows it by; an empty prefix for names without one. */
export type Namespaces = Readonly<Record<string, string>>;

/**
 * Gives names the prefixes that a reader expects, whatever prefixes the file chose. Most files choose those that
 * everybody does: then nothing has to be looked up.
 */
export class NamespaceTable {
  readonly #known: Namespaces;
  /** File's prefix to the reader's, of the scope that is open; undefined while they are all the same. */
  readonly #scopes: Array<ReadonlyMap<string, string> | undefined> = [undefined];

  constructor(known: Namespaces) {
    this.#known = known;
  }

  enter(attributes: Readonly<Record<string, string>>): void {
    let scope = this.#scopes.at(-1);
    for (const name in attributes) {
      if (!name.startsWith('xmlns')) continue;
      const prefix = name === 'xmlns' ? '' : name.slice(6);
      const wanted = this.#known[attributes[name]!] ?? prefix;
      if (wanted === prefix && scope?.has(prefix) !== true) continue;
      scope = new Map(scope).set(prefix, wanted);
    }
    this.#scopes.push(scope);
  }

  leave(): void {
    this.#scopes.pop();
  }

  nameOf(name: string): string {
    const scope = this.#scopes.at(-1);
    if (scope === undefined) return name;
    const colon = name.indexOf(':');
    const prefix = scope.get(colon === -1 ? '' : name.slice(0, colon));
    if (prefix === undefined) return name;
    const local = name.slice(colon + 1);
    return prefix === '' ? local : `${prefix}:${local}`;
  }

  attributesOf(attributes: Record<string, string>): Record<string, string> {
    if (this.#scopes.at(-1) === undefined) return attributes;
    return Object.fromEntries(
      // Attributes without a prefix are in no namespace.
      Object.entries(attributes).map(([name, value]) => [
        name.includes(':') ? this.nameOf(name) : name,
        value,
      ]),
    );
  }
}
