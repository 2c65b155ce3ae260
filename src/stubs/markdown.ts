import type { ReactNode } from 'react';

/**
 * Stands in for `markdown-to-jsx/react`, which @rjsf/core imports for descriptions written in Markdown (31 KB gz).
 * Our forms label and explain their fields themselves, so what would be Markdown is shown as it is.
 */
export function Markdown({ children }: { children?: ReactNode }): ReactNode {
  return children;
}
