import type { MediaFormat } from './format.ts';

export const audio: MediaFormat<'audio'> = { needs: 'media', isOfFile: false, credits: 4, write: undefined };
