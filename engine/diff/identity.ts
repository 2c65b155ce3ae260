import { isPlainObject } from '../form/empty.ts';

/** Properties that name an item of a list, such as a step, a tab (`key`), a language (`code`) or a column (`name`). */
const identities = ['id', 'key', 'code', 'name'];

/** A block's `name` is that of a picture or a field, so it does not identify the block. */
const identitiesOfBlock = ['id'];

/** Returns what identifies a list item, or undefined if only its content and position distinguish it. */
export function identityOf(item: unknown): string | undefined {
  if (typeof item === 'string') return `"${item}`;
  if (!isPlainObject(item)) return undefined;
  const known = 'block' in item ? identitiesOfBlock : identities;
  const name = known.find((each) => typeof item[each] === 'string' || typeof item[each] === 'number');
  return name && `${name} ${String(item[name])}`;
}
