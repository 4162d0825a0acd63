import type { UnavailableFormat } from './format.ts';

export const summary: UnavailableFormat<'summary'> = { needs: 'model', isOfFile: true, write: undefined };
