/** Returns the React key of an item: its id, or its index. */
export function keyOf(item: unknown, index: number): string | number {
  const id: unknown = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : index;
}
