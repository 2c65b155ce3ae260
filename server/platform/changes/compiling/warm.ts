import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Compiler } from '../../../../engine/compiler/compile.ts';

/** A new compiler may need as much memory as all warm ones together. */
const fullShare = 0.5;

/** The share of this thread's heap in use, including garbage. */
function usedShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}

/** A cache of compilers that keep their work for the next question. It holds the most recently used ones, memory permitting. */
export class WarmCompilers {
  private readonly warm: LRUCache<string, Compiler>;
  private readonly used: () => number;

  /**
   * @param most compilers that stay warm
   * @param used the share of memory in use, 0 to 1
   */
  constructor(most: number, used: () => number = usedShare) {
    this.warm = new LRUCache({ max: most });
    this.used = used;
  }

  /**
   * Returns the compiler of a name. If memory is short, drops all others before it makes a new one, because a compile that runs out of
   * memory would fail.
   */
  get(name: string, make: () => Compiler): Compiler {
    const known = this.warm.get(name);
    if (known) return known;
    if (this.used() > fullShare) this.warm.clear();
    const made = make();
    this.warm.set(name, made);
    return made;
  }
}
