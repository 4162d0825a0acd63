/**
 * The tests that failed, a line each: its full name, where it stands and how its error begins, from node:test's TAP
 * output. A suite that failed only for its tests is not named again.
 */
export function readTapFailures(tap: string): string[] {
  const failures: string[] = [];
  const names: string[] = [];
  let failed: string | undefined;
  let block: string[] | undefined;

  for (const line of tap.split('\n')) {
    const [, indent = '', text = ''] = /^( *)(.*)$/.exec(line) ?? [];
    const depth = indent.length / 4;
    if (block !== undefined) {
      if (text === '...') {
        const failure = failed === undefined ? undefined : describe(failed, block);
        if (failure !== undefined) failures.push(failure);
        block = undefined;
      } else block.push(text);
    } else if (text === '---') {
      block = [];
    } else {
      const subtest = /^# Subtest: (.*)$/.exec(text)?.[1];
      if (subtest !== undefined) names.splice(depth, Infinity, unescape(subtest));
      failed = /^not ok \d+ - (?!.* # (?:TODO|SKIP))/.test(text)
        ? names.slice(0, depth + 1).join(' › ')
        : undefined;
    }
  }
  return failures;
}

function describe(name: string, block: readonly string[]): string | undefined {
  const field = (key: string): string | undefined => {
    const index = block.findIndex((line) => line.startsWith(`${key}: `));
    const value = block[index]?.slice(key.length + 2);
    return value === '|-' ? block[index + 1] : value?.replace(/^'(.*)'$/, '$1');
  };
  if (field('failureType') === 'subtestsFailed') return undefined;
  return `${name}\n    ${field('location') ?? ''} ${field('error') ?? ''}`.trimEnd();
}

function unescape(name: string): string {
  return name.replaceAll(/\\(.)/g, '$1');
}
