import { later } from '../parts/later.tsx';
import { CardSkeleton } from '../parts/Skeleton.tsx';
import type { BlockComponent, BlockRegistry } from './types.ts';

export interface LaterBlocks {
  components: BlockRegistry;
  /** Preloads those names that are in this set. */
  load: (names: readonly string[]) => Promise<unknown>;
}

/** Blocks whose code loads with a screen that uses them. */
export function laterBlocks(loads: Readonly<Record<string, () => Promise<{ default: BlockComponent }>>>): LaterBlocks {
  const blocks = Object.fromEntries(Object.entries(loads).map(([name, load]) => [name, later(load, <CardSkeleton />)]));
  return {
    components: Object.fromEntries(Object.entries(blocks).map(([name, { component }]) => [name, component])),
    load: (names) => Promise.all(names.flatMap((name) => (Object.hasOwn(blocks, name) ? (blocks[name]?.load() ?? []) : []))),
  };
}
