import { signal } from '@preact/signals';

/** The parts of the address behind `#/`: a screen, then what it shows. */
export const route = signal<readonly string[]>(readRoute());

addEventListener('hashchange', () => (route.value = readRoute()));

function readRoute(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/');
}
