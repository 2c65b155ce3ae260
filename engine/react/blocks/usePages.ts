import { useState } from 'react';

/** The first items of a long list, a page more with each `showMore`. Without a size all are shown. */
export function usePages<Item>(items: readonly Item[], pageSize: number | undefined): { shown: readonly Item[]; showMore?: () => void } {
  const [pages, setPages] = useState(1);
  if (pageSize === undefined || items.length <= pages * pageSize) return { shown: items };
  return { shown: items.slice(0, pages * pageSize), showMore: () => setPages(pages + 1) };
}
