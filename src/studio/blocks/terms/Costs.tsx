import { useId, useState } from 'react';
import { ChartTable } from '../../../../engine/react/blocks/chart/ChartTable.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { LoanCost, Terms } from '../../../../server/contract/staff/studioTerms.ts';
import { Typed } from '../../parts/Typed.tsx';
import { useNumeralProblem } from '../../parts/useNumeralProblem.ts';
import { shownIn, typedIn } from './units.ts';

/** The chosen loan. Defaults are the smallest amount, the shortest term and today. */
export interface Loan {
  amountCents?: number;
  termDays?: number;
  day?: string;
}

type Priced = NonNullable<Terms['loan']>;

interface CostsProps {
  loan: Priced;
  onChoose: (chosen: Loan) => void;
}

/** The cost of a loan before and after the change: as a chart, in figures, and as a schedule. */
export function Costs({ loan, onChoose }: CostsProps) {
  const { t, formats } = useText();
  const title = useId();
  const parts = useId();
  const word = (key: string, values?: Record<string, unknown>) => t(`common.blocks.terms.cost.${key}`, values);
  const { before, after, amountCents, termDays } = loan;
  const sides = [
    { label: word('before'), cost: before },
    { label: word('after'), cost: after },
  ].flatMap(({ label, cost }) => (cost ? [{ label, cost }] : []));
  const money = (cents: number) => ({ number: cents, shown: formats.moneyExact(cents) });
  return (
    <section className="terms-costs" aria-labelledby={title}>
      <h2 id={title}>{word('title')}</h2>
      <p className="decisions-hint">{word('hint')}</p>
      <Choice loan={loan} onChoose={onChoose} />
      {sides.length === 0 && <p>{word('unknown')}</p>}
      {sides.length > 0 && (
        <>
          <p>{word('loan', { amount: formats.money(amountCents), days: termDays })}</p>
          <Figures sides={sides} />
          <h3 id={parts}>{word('parts')}</h3>
          <div className="chart">
            <ChartTable
              titleId={parts}
              bars="stacked"
              chart={{
                title: word('title'),
                heading: word('what'),
                series: [
                  { text: word('fees'), tone: 'main' },
                  { text: word('gst'), tone: 'quiet' },
                  { text: word('interest'), tone: 'warning' },
                ],
                more: [],
                write: formats.money,
                entries: sides.map(({ label, cost }) => ({
                  key: label,
                  label,
                  to: undefined,
                  series: [money(cost.serviceFeeCents + cost.creditScoreFeeCents), money(cost.gstCents), money(cost.interestCents)],
                  more: [],
                })),
              }}
            />
          </div>
          <Schedule sides={sides} />
        </>
      )}
    </section>
  );
}

function Choice({ loan: { amountCents, termDays, day, terms }, onChoose }: CostsProps) {
  const { t, formats } = useText();
  const problemOf = useNumeralProblem();
  const [amount, term, on] = [useId(), useId(), useId()];
  const word = (key: string, values?: Record<string, unknown>) => t(`common.blocks.terms.cost.${key}`, values);
  const choose = (typed: string) => {
    const cents = typedIn('cents', typed);
    if (typeof cents === 'number' && cents > 0) onChoose({ amountCents: Math.min(cents, 1_000_000_000) });
  };
  return (
    <div className="terms-choice">
      <p>
        <label htmlFor={amount}>
          {word('amount')} <span className="terms-unit">({formats.currencySymbol()})</span>
        </label>
        <Typed
          id={amount}
          inputMode="decimal"
          autoComplete="off"
          isNumber
          refusal={(text) => problemOf(text)}
          value={shownIn('cents', amountCents)}
          onCommit={choose}
        />
      </p>
      <p>
        <label htmlFor={term}>{word('term')}</label>
        <select id={term} value={termDays} onChange={({ target }) => onChoose({ termDays: Number(target.value) })}>
          {terms.map((each) => (
            <option key={each} value={each}>
              {word('termDays', { count: each })}
            </option>
          ))}
        </select>
      </p>
      <p>
        <label htmlFor={on}>{word('day')}</label>
        <Day id={on} value={day} onChoose={(chosen) => onChoose({ day: chosen })} />
      </p>
    </div>
  );
}

/** Shows the input as typed until the field loses focus. Otherwise the answer about a half-typed year would overwrite it. */
function Day({ id, value, onChoose }: { id: string; value: string; onChoose: (day: string) => void }) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      id={id}
      type="date"
      min="2000-01-01"
      max="2099-12-31"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value !== '' && target.validity.valid) onChoose(target.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface Side {
  label: string;
  cost: LoanCost;
}

function Figures({ sides }: { sides: readonly Side[] }) {
  const { t, formats } = useText();
  const word = (key: string) => t(`common.blocks.terms.cost.${key}`);
  const rows: [string, (cost: LoanCost) => string][] = [
    ['received', ({ receivedCents }) => formats.moneyExact(receivedCents)],
    ['total', ({ totalDueCents }) => formats.moneyExact(totalDueCents)],
    ['charge', ({ financeChargeCents }) => formats.moneyExact(financeChargeCents)],
    ['rate', ({ effectiveRatePpm30d }) => formats.percent(effectiveRatePpm30d)],
  ];
  return (
    <table className="decisions-grid decisions-matrix">
      <caption className="visually-hidden">{word('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{word('figure')}</th>
          {sides.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, of]) => (
          <tr key={key}>
            <th scope="row">{word(key)}</th>
            {sides.map(({ label, cost }) => (
              <td key={label}>{of(cost)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Schedule({ sides }: { sides: readonly Side[] }) {
  const { t, formats } = useText();
  const word = (key: string) => t(`common.blocks.terms.cost.${key}`);
  return (
    <details>
      <summary>{word('schedule')}</summary>
      {sides.map(({ label, cost }) => (
        <table key={label} className="decisions-grid decisions-matrix">
          <caption>{label}</caption>
          <thead>
            <tr>
              {['due', 'principal', 'interest', 'total'].map((key) => (
                <th key={key} scope="col">
                  {word(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cost.schedule.map(({ dueDate, principalCents, interestCents, totalCents }) => (
              <tr key={dueDate}>
                <th scope="row">{formats.date(dueDate)}</th>
                <td>{formats.moneyExact(principalCents)}</td>
                <td>{formats.moneyExact(interestCents)}</td>
                <td>{formats.moneyExact(totalCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </details>
  );
}
