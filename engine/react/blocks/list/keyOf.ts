/** What tells an item of a list from the others: its id where it has one. */
export function keyOf(item: unknown, index: number): string | number {
  const id: unknown = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : index;
}
