import type { Content, ContentItem } from '../../config/content.ts';

type Topic = NonNullable<Content['topics']>[number];

/** Groups items by topic in the order of the topics. Items without a topic come first, and empty topics are left out. */
export function byTopic(
  items: readonly ContentItem[],
  topics: readonly Topic[],
): { topic: Topic | undefined; items: readonly ContentItem[] }[] {
  return [undefined, ...topics].flatMap((topic) => {
    const own = items.filter((item) => item.topic === topic?.id);
    return own.length > 0 ? [{ topic, items: own }] : [];
  });
}
