/** The shape of what is coming. Hidden from screen readers: whoever shows it says that something is loading. */
export function Skeleton({ lines = 2, blocks = 0 }: { lines?: number; blocks?: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <div key={`line${line}`} className="skeleton-line" />
      ))}
      {Array.from({ length: blocks }, (_, block) => (
        <div key={`block${block}`} className="skeleton-line skeleton-block" />
      ))}
    </div>
  );
}
