import { headingRole, type ParagraphRole } from '../../text-document/paragraph-role.ts';
import type { WordParagraphFormat } from './formatting.ts';

const TEXT_LEVEL = 9;

/** Tells the role of a paragraph by its style and its level in the outline. */
export function roleOf({ style, properties }: WordParagraphFormat): ParagraphRole {
  const isOutlined = properties.outlineLevel < TEXT_LEVEL;
  return isOutlined && !style.isTitle ? headingRole(properties.outlineLevel + 1) : style.role;
}
