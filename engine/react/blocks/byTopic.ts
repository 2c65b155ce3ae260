import type { Content, ContentItem } from '../../config/content.ts';

type Topic = NonNullable<Content['topics']>[number];

/** Items under their topics in the order of those; the ones without a topic stand first. Topics without an item are left out. */
export function byTopic(
  items: readonly ContentItem[],
  topics: readonly Topic[],
): { topic: Topic | undefined; items: readonly ContentItem[] }[] {
  return [undefined, ...topics].flatMap((topic) => {
    const own = items.filter((item) => item.topic === topic?.id);
    return own.length > 0 ? [{ topic, items: own }] : [];
  });
}
