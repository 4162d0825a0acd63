import type { HistoryFormat } from './format.ts';

export const changeTracking: HistoryFormat = { needs: 'history', write: undefined };
