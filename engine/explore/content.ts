import type { Content } from '../config/content.ts';
import type { Diagnostic } from '../compiler/types.ts';
import type { Entry } from '../compiler/project/project.ts';
import { found } from './finding.ts';

/** Reports items whose last day has passed. */
export const exploreContent = (entry: Entry<Content>, today: string): Diagnostic[] =>
  entry.value.items.flatMap(({ id, until }, index) =>
    until === undefined || until >= today
      ? []
      : [found('content-ended', entry, `/items/${index}/until`, `"${id}" was shown until ${until}. On ${today} nobody sees it.`)],
  );
