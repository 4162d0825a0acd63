import type { SupportCase } from './support-case.ts';

/** The facts of a document that tell whether it is what somebody wants. */
export function lookAtDocument(
  document: unknown,
): Pick<SupportCase, 'characters' | 'statusCode' | 'warnings'> {
  const { markdown, metadata, warning } = document as {
    markdown?: string;
    metadata?: { statusCode?: number };
    warning?: string;
  };
  return {
    characters: markdown?.trim().length,
    statusCode: metadata?.statusCode,
    warnings: warning === undefined ? [] : [warning],
  };
}
