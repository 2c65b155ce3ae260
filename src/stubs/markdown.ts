import type { ReactNode } from 'react';

/**
 * Replaces `markdown-to-jsx/react`, which @rjsf/core imports for Markdown descriptions (31 KB gz). Our forms render their own labels and
 * descriptions, so this returns the text unchanged.
 */
export function Markdown({ children }: { children?: ReactNode }): ReactNode {
  return children;
}
