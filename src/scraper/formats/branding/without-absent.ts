type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Drops the keys that have no value: facts that are unknown have no key. */
export function withoutAbsent<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
