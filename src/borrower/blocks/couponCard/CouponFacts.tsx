import { useText } from '../../../../engine/react/text.tsx';
import type { Coupon } from '../../contract.ts';

interface CouponFactsProps {
  coupon: Coupon;
  /** Enum that names the types. */
  names: string;
  /** The block whose texts are used, because texts load with their block. */
  block: 'couponChoice' | 'couponCard';
  /** The last line: the last day, or how the coupon was used. */
  ending?: string;
}

/** Amount that a coupon deducts, at most the amount to pay. */
export const savingOf = ({ savesCents, amountCents }: Coupon): number => savesCents ?? amountCents;

/** Value, type and conditions of a coupon. */
export function CouponFacts({ coupon, names, block, ending }: CouponFactsProps) {
  const texts = useText();
  const { date, money } = texts.formats;
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.${block}.${key}`, values);
  const {
    type,
    amountCents,
    minAmountCents,
    fullRepaymentOnly,
    beforeDueDate,
    usableFrom,
    expiresOn,
    unusableReason,
    lapsesCents = 0,
  } = coupon;
  // A list shows the coupon's value; a choice shows what it saves.
  const isChoice = block === 'couponChoice';
  const terms = [
    minAmountCents ? word('minimum', { amount: money(minAmountCents) }) : '',
    fullRepaymentOnly ? word('fullOnly') : '',
    beforeDueDate ? word('beforeDueDate') : '',
    usableFrom === undefined ? '' : word('usableFrom', { date: date(usableFrom) }),
    ending ?? word('expires', { date: date(expiresOn) }),
  ].filter(Boolean);
  return (
    <span className="coupon-facts">
      <span className="coupon-amount">{word('off', { amount: money(isChoice ? savingOf(coupon) : amountCents) })}</span>
      <span className="coupon-name">{texts.t(`enums.${names}.${type}`)}</span>
      <span className="coupon-terms">{terms.join(' · ')}</span>
      {isChoice && lapsesCents > 0 && (
        <span className="coupon-reason">{word('lapses', { amount: money(amountCents), rest: money(lapsesCents) })}</span>
      )}
      {unusableReason !== undefined && (
        <span className="coupon-reason">{texts.t([`errors.${unusableReason}`, 'errors.couponUnavailable'])}</span>
      )}
    </span>
  );
}
