import { CLOSED_PLACES, PACKAGE_OWNERS } from './layer-table.ts';
import type { SourceImport } from './find-imports.ts';
import type { SourceFile } from './read-source-file.ts';
import type { Violation } from './violation.ts';

/** Packages named outside of the places that own them; tests may use what they like. */
export function checkPackages(file: SourceFile): Violation[] {
  if (file.isTest) return [];
  return file.imports.flatMap((source) => {
    const message = source.target === undefined ? explainPackage(file.path, source) : undefined;
    return message === undefined ? [] : [{ file: file.path, line: source.line, message }];
  });
}

function explainPackage(path: string, { specifier }: SourceImport): string | undefined {
  const name = packageName(specifier);
  const isIn = (place: string): boolean => path === `src/${place}` || path.startsWith(`src/${place}/`);

  const owned = PACKAGE_OWNERS.find(({ packages }) => packages.test(name));
  if (owned !== undefined && !owned.owners.some(isIn)) {
    return `${name} belongs to ${owned.owners.join(', ')}`;
  }
  const closed = CLOSED_PLACES.find(({ place }) => isIn(place));
  if (closed !== undefined && !closed.packages.includes(name)) {
    return `${closed.place} imports ${closed.packages.join(', ')} only, not ${specifier}`;
  }
  return undefined;
}

function packageName(specifier: string): string {
  const [scopeOrName = '', name] = specifier.split('/');
  return scopeOrName.startsWith('@') && name !== undefined ? `${scopeOrName}/${name}` : scopeOrName;
}
