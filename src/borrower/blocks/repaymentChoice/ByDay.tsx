import { useId } from 'react';
import type { RepaymentProjection } from '../../../api/contract.ts';
import type { RepaymentChoiceOptions } from './definition.ts';
import { useWords } from './useWords.ts';

type ProjectedDay = RepaymentProjection['days'][number];

interface ByDayProps {
  days: readonly ProjectedDay[];
  chosen: RepaymentChoiceOptions['chosen'];
}

/** A time line that is a table, so that a screen reader finds each figure by its day and its choice. */
export function ByDay({ days, chosen }: ByDayProps) {
  const { word } = useWords();
  const id = useId();
  const hasExtension = days.some(({ extension }) => extension !== undefined);
  return (
    <section className="facts" aria-labelledby={id}>
      <h2 className="facts-title" id={id}>
        {word('days')}
      </h2>
      <table className="pay-days" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{word('day')}</th>
            <th scope="col" data-chosen={chosen === 'full' || undefined}>
              {word('full')}
            </th>
            {hasExtension && (
              <th scope="col" data-chosen={chosen === 'extension' || undefined}>
                {word('extension')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
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
  const { moneyExact, date } = formats;
  const marks = [isToday ? word('today') : '', isDue ? word('due') : '', lateDays > 0 ? word('late', { count: lateDays }) : ''];
  return (
    <tr data-late={lateDays > 0 || undefined}>
      <th scope="row">
        <span className="pay-day">{date(day)}</span>
        <span className="facts-hint">{marks.filter((mark) => mark !== '').join(', ')}</span>
      </th>
      <td data-chosen={chosen === 'full' || undefined}>{moneyExact(settleCents)}</td>
      {hasExtension && (
        <td data-chosen={chosen === 'extension' || undefined}>
          {extension ? moneyExact(extension.totalCents) : word('notPossible')}
          {extension && <span className="facts-hint">{word('now', { now: moneyExact(extension.nowCents) })}</span>}
        </td>
      )}
    </tr>
  );
}
