import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { type Texts, useText } from '../../../../engine/react/text.tsx';
import type { Disclosure as Statement } from '../../contract.ts';
import type { DisclosureOptions } from './definition.ts';
import { Late } from './Late.tsx';
import { Picture } from './Picture.tsx';
import { Line, Part } from './Statement.tsx';
import '../../../styles/blocks/disclosure.css';

/** The statement before signing (lending.md, Amounts): money received, money to repay, costs, and the cost of being late. */
export const Disclosure = observer(function Disclosure({ block }: { block: BlockValue & DisclosureOptions }) {
  const { cel } = useScope();
  const texts = useText();
  const { disclosure: source, sentOn } = block;
  const disclosure = cel(source) as Statement | undefined;
  if (!disclosure) return null;
  return (
    <div className="disclosure">
      <Summary texts={texts} disclosure={disclosure} when={whenDue(texts, disclosure, sentOn === undefined ? 'today' : cel(sentOn))} />
      <Picture disclosure={disclosure} />
      <Deduction texts={texts} disclosure={disclosure} />
      <Return texts={texts} disclosure={disclosure} />
      <Cost texts={texts} disclosure={disclosure} />
      <Schedule texts={texts} disclosure={disclosure} />
      <Late disclosure={disclosure} />
    </div>
  );
});

interface PartProps {
  texts: Texts;
  disclosure: Statement;
}

const word = (texts: Texts, key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.disclosure.${key}`, values);

/** The last day to pay if the payout is on `sentOn`, today, or on a day that is not known yet. */
function whenDue(texts: Texts, { schedule, dueDate, termDays }: Statement, sentOn: unknown): string {
  const { date } = texts.formats;
  const lastDay = date(schedule.at(-1)?.dueDate ?? dueDate);
  if (sentOn === 'today') return word(texts, 'dueDate', { date: lastDay });
  if (typeof sentOn === 'string') return word(texts, 'dueDateOn', { date: lastDay, day: date(sentOn) });
  return word(texts, 'dueAfter', { count: termDays });
}

function Summary({ texts, disclosure: { receivedCents, totalDueCents }, when }: PartProps & { when: string }) {
  const { moneyExact } = texts.formats;
  return (
    <dl className="disclosure-summary">
      <div>
        <dt>{word(texts, 'receive')}</dt>
        <dd>{moneyExact(receivedCents)}</dd>
      </div>
      <div>
        <dt>{word(texts, 'repay')}</dt>
        <dd>
          {moneyExact(totalDueCents)}
          <span className="facts-hint">{when}</span>
        </dd>
      </div>
    </dl>
  );
}

/** From the loan's amount to the amount received. */
function Deduction({ texts, disclosure }: PartProps) {
  const { moneyExact } = texts.formats;
  const { interestTiming, interestCents, termDays } = disclosure;
  const upfront = interestTiming === 'upfront' ? interestCents : 0;
  const off: [name: string, amountCents: number][] = [
    [word(texts, 'serviceFee'), disclosure.serviceFeeCents],
    [word(texts, 'creditScoreFee'), disclosure.creditScoreFeeCents],
    [word(texts, 'gst'), disclosure.gstCents],
    [word(texts, 'interestUpfront', { count: termDays }), upfront],
    [word(texts, 'coupon'), -disclosure.couponCents],
  ];
  return (
    <Part title={word(texts, 'charges')}>
      <dl>
        <Line name={word(texts, 'principal')} value={moneyExact(disclosure.principalCents)} />
        {off
          .filter(([, amountCents]) => amountCents !== 0)
          .map(([name, amountCents]) => (
            <Line key={name} name={name} value={signed(moneyExact, -amountCents)} />
          ))}
        <Line name={word(texts, 'deduction')} value={signed(moneyExact, -disclosure.deductionCents)} sum />
        <Line name={word(texts, 'received')} value={moneyExact(disclosure.receivedCents)} sum />
      </dl>
    </Part>
  );
}

const signed = (write: (amountCents: number) => string, amountCents: number) =>
  `${amountCents < 0 ? '−' : '+'} ${write(Math.abs(amountCents))}`;

function Return({ texts, disclosure }: PartProps) {
  const { moneyExact, percent } = texts.formats;
  const { interestTiming, interestCents, termDays, dailyRatePpm } = disclosure;
  return (
    <Part title={word(texts, 'back')}>
      <dl>
        <Line name={word(texts, 'principal')} value={moneyExact(disclosure.principalCents)} />
        {interestTiming === 'atMaturity' && (
          <Line
            name={word(texts, 'interest', { count: termDays })}
            hint={word(texts, 'interestRate', { rate: percent(dailyRatePpm) })}
            value={signed(moneyExact, interestCents)}
          />
        )}
        <Line name={word(texts, 'totalDue')} value={moneyExact(disclosure.totalDueCents)} sum />
      </dl>
    </Part>
  );
}

function Cost({ texts, disclosure }: PartProps) {
  const { moneyExact, percent } = texts.formats;
  return (
    <section className="facts">
      <dl>
        <Line name={word(texts, 'cost')} hint={word(texts, 'costHint')} value={moneyExact(disclosure.financeChargeCents)} />
        <Line name={word(texts, 'rate')} hint={word(texts, 'rateHint')} value={percent(disclosure.effectiveRatePpm30d)} />
      </dl>
    </section>
  );
}

/** Only for several payments: the summary already shows a single one. */
function Schedule({ texts, disclosure: { schedule } }: PartProps) {
  const { date, moneyExact } = texts.formats;
  if (schedule.length < 2) return null;
  return (
    <Part title={word(texts, 'schedule')}>
      <dl>
        {schedule.map(({ number, dueDate, totalCents, interestCents }) => (
          <Line
            key={number}
            name={date(dueDate)}
            hint={`${word(texts, 'instalment', { num: number })}, ${word(texts, 'instalmentPart', { interest: moneyExact(interestCents) })}`}
            value={moneyExact(totalCents)}
          />
        ))}
      </dl>
    </Part>
  );
}
