interface SkeletonProps {
  lines?: number;
  blocks?: number;
  /** What is coming has no known height, and comes once: what stands below it is not seen before. */
  first?: boolean;
}

/** The shape of what is coming. Hidden from screen readers: whoever shows it says that something is loading. */
export function Skeleton({ lines = 2, blocks = 0, first = false }: SkeletonProps) {
  return (
    <div className={first ? 'skeleton skeleton-first' : 'skeleton'} aria-hidden="true" ref={first ? markAwaited : undefined}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={`line${line}`} className="skeleton-line" />
      ))}
      {Array.from({ length: blocks }, (_, block) => (
        <div key={`block${block}`} className="skeleton-line skeleton-block" />
      ))}
    </div>
  );
}

/**
 * Marks the blocks that a skeleton stands in, as long as it does: what stands below them is hidden (base.css). By an attribute,
 * since a `:has()` before `~ *` had the browser restyle the whole page whenever any element came: two thirds of what Next cost.
 */
function markAwaited(skeleton: HTMLElement | null): (() => void) | undefined {
  if (!skeleton) return undefined;
  const blocks: HTMLElement[] = [];
  for (let at: HTMLElement | null = skeleton; at !== null; at = at.parentElement) {
    if (at.parentElement?.matches('.blocks, .group, .offer')) blocks.push(at);
  }
  for (const block of blocks) block.dataset['awaited'] = '';
  return () => {
    const waitsForOthers = (block: HTMLElement) => [...block.querySelectorAll('.skeleton-first')].some((other) => other !== skeleton);
    for (const block of blocks) if (!waitsForOthers(block)) delete block.dataset['awaited'];
  };
}

/** The shape of a card: a title, what it says, what can be done. */
export function CardSkeleton() {
  return (
    <div className="skeleton skeleton-card" aria-hidden="true">
      <div className="skeleton-line" />
      <div className="skeleton-line" />
      <div className="skeleton-line" />
      <div className="skeleton-line skeleton-block" />
    </div>
  );
}
