import type { RepaymentOptions } from '../../contract.ts';
import { Line, Part } from '../disclosure/Statement.tsx';
import type { RepaymentChoiceOptions } from './definition.ts';
import { useWords } from './useWords.ts';

interface SettlesProps {
  options: RepaymentOptions;
  chosen: RepaymentChoiceOptions['chosen'];
  /** Amount of the coupon; 0 without one. */
  couponCents: number;
}

type Row = [key: string, amountCents: number];

export function Settles({ options: { full, extension }, chosen, couponCents }: SettlesProps) {
  const { word, formats } = useWords();
  const { moneyExact, date } = formats;
  const choice = chosen === 'full' ? full : extension?.allowed ? extension : undefined;
  if (!full || !choice) return null;
  const { parts, amountCents } = choice;
  const interest = parts.interestCents < 0 ? 'interestBack' : chosen === 'full' ? 'interest' : 'interestTerm';
  const rows: Row[] = [
    ['principal', parts.principalCents],
    ['fee', parts.extensionFeeCents],
    [interest, parts.interestCents],
    ['lateCharge', parts.lateChargeCents],
    ['penalty', parts.penaltyCents],
  ];
  const left =
    choice === extension
      ? word('leftOn', { amount: moneyExact(extension.payoffThenCents), date: date(extension.newDueDate) })
      : word('leftNothing');
  const lessCents = choice === extension ? amountCents - couponCents + extension.payoffThenCents - full.amountCents : 0;
  return (
    <Part title={word('parts')}>
      <dl>
        {rows
          .filter(([, cents]) => cents !== 0)
          .map(([key, cents]) => (
            <Line key={key} name={word(key)} value={moneyExact(cents)} />
          ))}
        {couponCents > 0 && <Line name={word('inAll')} value={moneyExact(amountCents)} />}
        {couponCents > 0 && <Line name={word('coupon')} value={moneyExact(couponCents)} />}
        <Line name={word('total')} value={moneyExact(amountCents - couponCents)} sum />
        <Line name={word('left')} value={left} />
      </dl>
      {choice === extension && (
        <p className="pay-instead">
          {word(lessCents > 0 ? 'instead' : 'insteadOnly', { amount: moneyExact(full.amountCents), less: moneyExact(lessCents) })}
        </p>
      )}
    </Part>
  );
}
