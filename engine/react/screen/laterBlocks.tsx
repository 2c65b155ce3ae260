import { later } from '../parts/later.tsx';
import { CardSkeleton } from '../parts/Skeleton.tsx';
import type { BlockComponent, BlockRegistry } from './types.ts';

export interface LaterBlocks {
  components: BlockRegistry;
  /** Preloads those names that are in this set. */
  load: (names: readonly string[]) => Promise<unknown>;
}

/** Imports a module that exports one block and nothing else. */
type LoadBlock = () => Promise<Readonly<Record<string, BlockComponent>>>;

/** Blocks whose code loads lazily, with the first screen that uses them. */
export function laterBlocks(loads: Readonly<Record<string, LoadBlock>>): LaterBlocks {
  const onlyOf = async (load: LoadBlock) => ({ default: Object.values(await load())[0] as BlockComponent });
  const blocks = Object.fromEntries(Object.entries(loads).map(([name, load]) => [name, later(() => onlyOf(load), <CardSkeleton />)]));
  return {
    components: Object.fromEntries(Object.entries(blocks).map(([name, { component }]) => [name, component])),
    load: (names) => Promise.all(names.flatMap((name) => (Object.hasOwn(blocks, name) ? (blocks[name]?.load() ?? []) : []))),
  };
}
