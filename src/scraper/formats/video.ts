import type { MediaFormat } from './format.ts';

export const video: MediaFormat<'video'> = { needs: 'media', isOfFile: false, credits: 4, write: undefined };
