import { useText } from '../../../../engine/react/text.tsx';
import type { Disclosure } from '../../contract.ts';
import { Part } from './Statement.tsx';

/** The cost of being late and the alternatives, as sentences. Items that cost nothing are left out. */
export function Late({ disclosure }: { disclosure: Disclosure }) {
  const texts = useText();
  const { moneyExact, percent } = texts.formats;
  const { late, extension } = disclosure;
  const { interestCents = interestAtMaturity(disclosure) } = extension;
  const sentences: [key: string, applies: boolean, values: Record<string, unknown>][] = [
    ['grace', late.graceDays > 0, { count: late.graceDays }],
    ['lateCharge', late.lateChargeCents > 0, { amount: moneyExact(late.lateChargeCents) }],
    ['penalty', late.penaltyPpmPerDay > 0, { rate: percent(late.penaltyPpmPerDay) }],
    ['penaltyCap', late.lateChargeCents > 0 || late.penaltyPpmPerDay > 0, { rate: percent(late.penaltyCapPpmPer30d) }],
    [
      'extension',
      extension.days > 0,
      {
        count: extension.days,
        total: moneyExact(extension.totalCents ?? extension.feeCents + interestCents),
        fee: moneyExact(extension.feeCents),
        interest: moneyExact(interestCents),
      },
    ],
  ];
  return (
    <Part title={texts.t('common.blocks.disclosure.late')}>
      <ul className="disclosure-late">
        {sentences
          .filter(([, applies]) => applies)
          .map(([key, , values]) => (
            <li key={key}>{texts.t(`common.blocks.disclosure.${key}`, values)}</li>
          ))}
      </ul>
    </Part>
  );
}

/** Older disclosures lack the interest of an extension. At that time, only loans repaid in one sum could be extended. */
const interestAtMaturity = ({ interestTiming, interestCents }: Disclosure): number => (interestTiming === 'upfront' ? 0 : interestCents);
