type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Without the keys that have no value: what cannot be told is not there. */
export function withoutAbsent<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
