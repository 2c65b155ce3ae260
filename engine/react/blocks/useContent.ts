import { isShownOn } from '../../config/shownOn.ts';
import type { Content, ContentItem } from '../../config/content.ts';
import { useScope } from '../screen/scope.tsx';

export interface ShownContent {
  /** The items that are visible now, in the order of the file. */
  items: readonly ContentItem[];
  topics: NonNullable<Content['topics']>;
}

const none: Content = { id: 'none', items: [] };

/** Returns the items of a content file whose dates and conditions match. For MobX observers. */
export function useContent(id: string): ShownContent {
  const { screen, holds } = useScope();
  const { items, topics = [] } = screen.loaded.definition.content?.[id] ?? none;
  const today = screen.engine.today();
  return { items: items.filter((item) => isShownOn(today, item) && holds(item.when)), topics };
}
