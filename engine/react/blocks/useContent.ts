import { isShownOn } from '../../config/shownOn.ts';
import type { Content, ContentItem } from '../../config/content.ts';
import { useScope } from '../screen/scope.tsx';

export interface ShownContent {
  /** Those that are shown here and now, in the order of the file. */
  items: readonly ContentItem[];
  topics: NonNullable<Content['topics']>;
}

const none: Content = { id: 'none', items: [] };

/** The content of a file that comes with the screen: what its days and conditions let through. For MobX observers. */
export function useContent(id: string): ShownContent {
  const { screen, holds } = useScope();
  const { items, topics = [] } = screen.loaded.definition.content?.[id] ?? none;
  const today = screen.engine.today();
  return { items: items.filter((item) => isShownOn(today, item) && holds(item.when)), topics };
}
