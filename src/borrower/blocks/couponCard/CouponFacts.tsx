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

/** What a coupon is worth, what it is, and what it asks for. */
export function CouponFacts({ coupon, names, block, ending }: CouponFactsProps) {
  const texts = useText();
  const { date, money } = texts.formats;
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.${block}.${key}`, values);
  const { type, amountCents, minAmountCents, fullRepaymentOnly, expiresOn, unusableReason } = coupon;
  const terms = [
    minAmountCents ? word('minimum', { amount: money(minAmountCents) }) : '',
    fullRepaymentOnly ? word('fullOnly') : '',
    ending ?? word('expires', { date: date(expiresOn) }),
  ].filter(Boolean);
  return (
    <span className="coupon-facts">
      <span className="coupon-amount">{word('off', { amount: money(amountCents) })}</span>
      <span className="coupon-name">{texts.t(`enums.${names}.${type}`)}</span>
      <span className="coupon-terms">{terms.join(' · ')}</span>
      {unusableReason !== undefined && (
        <span className="coupon-reason">{texts.t([`errors.${unusableReason}`, 'errors.couponUnavailable'])}</span>
      )}
    </span>
  );
}
