import type { ReactNode } from 'react';

/** One part of the statement, styled like the facts block. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="facts">
      <h2 className="facts-title">{title}</h2>
      {children}
    </section>
  );
}

interface LineProps {
  name: string;
  hint?: string | undefined;
  value: string;
  /** Marks the sum of the rows above. */
  sum?: boolean;
}

export function Line({ name, hint, value, sum = false }: LineProps) {
  return (
    <div className={sum ? 'facts-row facts-row-strong' : 'facts-row'}>
      <dt>
        {name}
        {hint !== undefined && <span className="facts-hint">{hint}</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
