import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { type Texts, useText } from '../../../../engine/react/text.tsx';
import type { DecisionTrace as Trace, TracedTable } from '../../contract.ts';
import type { DecisionTraceOptions } from './definition.ts';

type Row = TracedTable['rows'][number];

const word = (texts: Texts, key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.decisionTrace.${key}`, values);

export const DecisionTrace = observer(function DecisionTrace({ block }: { block: BlockValue & DecisionTraceOptions }) {
  const { cel, text } = useScope();
  const texts = useText();
  const id = useId();
  const trace = cel(block.trace) as Trace | undefined;
  if (!trace) return null;
  const { original, current, factsKept } = trace;
  return (
    <section className="trace" aria-labelledby={id}>
      <h2 id={id} className="facts-title">
        {text(block.title)}
      </h2>
      {!factsKept && <p className="paragraph-muted">{word(texts, 'factsUnknown')}</p>}
      <TraceTable table={original} title={word(texts, 'then', { day: original.day })} />
      {current ? (
        <TraceTable table={current} title={word(texts, 'now', { day: current.day })} before={original.rows} />
      ) : (
        <p className="paragraph-muted">{word(texts, 'same')}</p>
      )}
    </section>
  );
});

interface TraceTableProps {
  table: TracedTable;
  title: string;
  /** Rows of the release that decided. Rows that differ from them are marked. */
  before?: readonly Row[];
}

/** Whether the other release has an equal row. */
const isKnown = (row: Row, before: readonly Row[]): boolean =>
  before.some(({ when, decision, reason, limitCents, retryAfterDays }) =>
    [
      when === row.when,
      decision === row.decision,
      reason === row.reason,
      limitCents === row.limitCents,
      retryAfterDays === row.retryAfterDays,
    ].every(Boolean),
  );

/** Shows the rows that held or are new, and collapses the others. */
function TraceTable({ table, title, before }: TraceTableProps) {
  const texts = useText();
  const isChanged = (row: Row) => before !== undefined && !isKnown(row, before);
  const telling = table.rows.filter((row) => row.held !== 'no' || isChanged(row));
  const others = table.rows.filter((row) => !telling.includes(row));
  return (
    <div className="trace-table">
      <h3>{title}</h3>
      <Rows title={title} rows={telling} isChanged={isChanged} />
      {others.length > 0 && (
        <details>
          <summary>{word(texts, 'others', { count: others.length })}</summary>
          <Rows title={word(texts, 'others', { count: others.length })} rows={others} isChanged={isChanged} />
        </details>
      )}
    </div>
  );
}

function Rows({ title, rows, isChanged }: { title: string; rows: readonly Row[]; isChanged: (row: Row) => boolean }) {
  const texts = useText();
  return (
    <table className="table" aria-label={title}>
      <thead>
        <tr className="table-row">
          {['row', 'condition', 'result', 'outcome'].map((key) => (
            <th key={key} scope="col" className="table-cell">
              {word(texts, key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className={row.decides ? 'table-row trace-decides' : 'table-row'}>
            <th scope="row" className="table-cell">
              {row.name}
            </th>
            <td className="table-cell">
              {row.when === undefined ? word(texts, 'always') : <code>{row.when}</code>}
              {isChanged(row) && <span className="badge">{word(texts, 'changed')}</span>}
            </td>
            <td className="table-cell">{word(texts, row.decides ? 'decides' : row.held)}</td>
            <td className="table-cell">{outcomeOf(texts, row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function outcomeOf(texts: Texts, { decision, reason, limitCents, retryAfterDays }: Row): string {
  const parts = [
    word(texts, decision),
    limitCents === undefined ? undefined : texts.formats.money(limitCents),
    reason,
    retryAfterDays === undefined ? undefined : word(texts, 'again', { count: retryAfterDays }),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
