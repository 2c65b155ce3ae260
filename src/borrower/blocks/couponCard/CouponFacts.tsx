import { useText } from '../../../../engine/react/text.tsx';
import type { Coupon } from '../../../api/contract.ts';

interface CouponFactsProps {
  coupon: Coupon;
  /** Enum that names the types. */
  names: string;
  /** The block whose words are used: they travel with it. */
  block: 'couponChoice' | 'couponCard';
  /** The last line: until when, or what became of it. */
  ending?: string;
}

/** What a coupon takes off: no more than there is to pay. */
export const savingOf = ({ savesCents, amountCents }: Coupon): number => savesCents ?? amountCents;

/** What a coupon is worth, what it is, and what it asks for. */
export function CouponFacts({ coupon, names, block, ending }: CouponFactsProps) {
  const texts = useText();
  const { date, money } = texts.formats;
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.${block}.${key}`, values);
  const { type, amountCents, minAmountCents, fullRepaymentOnly, expiresOn, unusableReason, lapsesCents = 0 } = coupon;
  // In a list a coupon is what it is worth; in a choice, what it saves there.
  const isChoice = block === 'couponChoice';
  const terms = [
    minAmountCents ? word('minimum', { amount: money(minAmountCents) }) : '',
    fullRepaymentOnly ? word('fullOnly') : '',
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
