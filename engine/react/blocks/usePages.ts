import { useState } from 'react';

/** Shows the first page of a long list and one more page with each `showMore`. Without a size, shows all items. */
export function usePages<Item>(items: readonly Item[], pageSize: number | undefined): { shown: readonly Item[]; showMore?: () => void } {
  const [pages, setPages] = useState(1);
  if (pageSize === undefined || items.length <= pages * pageSize) return { shown: items };
  return { shown: items.slice(0, pages * pageSize), showMore: () => setPages(pages + 1) };
}
