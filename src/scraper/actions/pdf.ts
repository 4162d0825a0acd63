import { printPdf } from '../../browser/print-pdf.ts';
import type { ActionRunner } from './action.ts';

export const pdf: ActionRunner<'pdf'> = async (
  { live, call, results, note },
  { format, landscape, scale },
) => {
  const bytes = await printPdf(live, { format, landscape, scale }, call);
  results.pdfs.push({ bytes, contentType: 'application/pdf' });
  note({ bytes: bytes.length });
};
