interface SkeletonProps {
  lines?: number;
  blocks?: number;
  /** The height of the content is unknown, so the blocks below stay hidden until it loads. */
  first?: boolean;
}

/** A placeholder for loading content, hidden from screen readers. The parent announces the loading. */
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
 * Marks the blocks that contain a skeleton, so that CSS hides what is below them (base.css). An attribute replaces `:has()` before
 * `~ *`, which restyled the whole page on each new element and took two thirds of the time of Next.
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

/** A placeholder for a card: title, text and actions. */
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
