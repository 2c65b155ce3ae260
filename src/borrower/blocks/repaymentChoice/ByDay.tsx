import { useId } from 'react';
import type { RepaymentProjection } from '../../contract.ts';
import type { RepaymentChoiceOptions } from './definition.ts';
import { useWords } from './useWords.ts';

type ProjectedDay = RepaymentProjection['days'][number];

interface ByDayProps {
  days: readonly ProjectedDay[];
  chosen: RepaymentChoiceOptions['chosen'];
}

const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role });

/**
 * A timeline as a table, so that a screen reader finds each figure by its day and option. On narrow screens the styles put the figures
 * below their day. Explicit roles are needed because Safari then ignores the table's semantics.
 */
export function ByDay({ days, chosen }: ByDayProps) {
  const { word } = useWords();
  const id = useId();
  const hasExtension = days.some(({ extension }) => extension !== undefined);
  return (
    <section className="facts" aria-labelledby={id}>
      <h2 className="facts-title" id={id}>
        {word('days')}
      </h2>
      <table {...as('table')} className="pay-days" aria-labelledby={id}>
        <thead {...as('rowgroup')}>
          <tr {...as('row')}>
            <th {...as('columnheader')} scope="col">
              {word('day')}
            </th>
            <th {...as('columnheader')} scope="col" data-chosen={chosen === 'full' || undefined}>
              {word('full')}
            </th>
            {hasExtension && (
              <th {...as('columnheader')} scope="col" data-chosen={chosen === 'extension' || undefined}>
                {word('extension')}
              </th>
            )}
          </tr>
        </thead>
        <tbody {...as('rowgroup')}>
          {days.map((each, index) => (
            <Row key={each.day} projected={each} isToday={index === 0} chosen={chosen} hasExtension={hasExtension} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  projected: ProjectedDay;
  isToday: boolean;
  chosen: RepaymentChoiceOptions['chosen'];
  hasExtension: boolean;
}

function Row({ projected: { day, isDue, lateDays, settleCents, extension }, isToday, chosen, hasExtension }: RowProps) {
  const { word, formats } = useWords();
  const { moneyExact, dateShort } = formats;
  const marks = [isToday ? word('today') : '', isDue ? word('due') : '', lateDays > 0 ? word('late', { count: lateDays }) : ''];
  return (
    <tr {...as('row')} data-late={lateDays > 0 || undefined}>
      <th {...as('rowheader')} scope="row">
        <span className="pay-day">{dateShort(day)}</span>
        <span className="facts-hint">{marks.filter((mark) => mark !== '').join(', ')}</span>
      </th>
      <td {...as('cell')} data-chosen={chosen === 'full' || undefined}>
        <Label>{word('full')}</Label>
        <span>{moneyExact(settleCents)}</span>
      </td>
      {hasExtension && (
        <td {...as('cell')} data-chosen={chosen === 'extension' || undefined}>
          <Label>{word('extension')}</Label>
          <span>{extension ? moneyExact(extension.totalCents) : word('notPossible')}</span>
          {extension && <span className="facts-hint">{word('now', { now: moneyExact(extension.nowCents) })}</span>}
        </td>
      )}
    </tr>
  );
}

/** Repeats the column heading before a figure on narrow screens. Hidden from screen readers, which read the column heading. */
function Label({ children }: { children: string }) {
  return (
    <span className="pay-label" aria-hidden="true">
      {children}
    </span>
  );
}
