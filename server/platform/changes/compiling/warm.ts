import { getHeapStatistics } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Compiler } from '../../../../engine/compiler/compile.ts';

/** One more compiler may take as much memory as all that are warm. */
const fullShare = 0.5;

/** The share of this thread's memory that is in use, garbage included. */
function usedShare(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}

/** Compilers that keep their work for the next question: the last used ones, as far as there is room. */
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

  /** The compiler of a name. Where memory is short, the others go before a new one comes: a compile out of memory would fail. */
  get(name: string, make: () => Compiler): Compiler {
    const known = this.warm.get(name);
    if (known) return known;
    if (this.used() > fullShare) this.warm.clear();
    const made = make();
    this.warm.set(name, made);
    return made;
  }
}
