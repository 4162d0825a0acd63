import type { HistoryFormat } from './format.ts';

export const changeTracking: HistoryFormat<'changeTracking'> = {
  needs: 'history',
  isOfFile: false,
  chargedAs: ({ modes }) => (modes.includes('json') ? 'json' : 'changeTracking'),
  write: undefined,
};
