interface SkeletonProps {
  lines?: number;
  blocks?: number;
  /** What is coming has no known height, and comes once: what stands below it is not seen before. */
  first?: boolean;
}

/** The shape of what is coming. Hidden from screen readers: whoever shows it says that something is loading. */
export function Skeleton({ lines = 2, blocks = 0, first = false }: SkeletonProps) {
  return (
    <div className={first ? 'skeleton skeleton-first' : 'skeleton'} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <div key={`line${line}`} className="skeleton-line" />
      ))}
      {Array.from({ length: blocks }, (_, block) => (
        <div key={`block${block}`} className="skeleton-line skeleton-block" />
      ))}
    </div>
  );
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
