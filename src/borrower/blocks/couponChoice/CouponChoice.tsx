import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Coupon } from '../../contract.ts';
import { CouponFacts, savingOf } from '../couponCard/CouponFacts.tsx';
import type { CouponChoiceOptions } from './definition.ts';
import { useClearUnavailable, usePick } from './usePick.ts';
import '../../../styles/blocks/coupons.css';

/** Radio buttons, so that "no coupon" is an option like the others. */
export const CouponChoice = observer(function CouponChoice({ block }: { block: BlockValue & CouponChoiceOptions }) {
  const { cel, text } = useScope();
  const texts = useText();
  const name = useId();
  const { title, coupons, selected, names, do: action } = block;
  const found = cel(coupons);
  const offered = Array.isArray(found) ? (found as Coupon[]) : [];
  const current = cel(selected);
  const selectedId = typeof current === 'string' ? current : undefined;
  const { chosen, pick } = usePick(action, selectedId);
  useClearUnavailable(action, selectedId !== undefined && !offered.some(({ id, usableNow }) => id === selectedId && usableNow));
  if (offered.length === 0) return null;
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.couponChoice.${key}`, values);
  const taken = offered.find(({ id }) => id === chosen);
  return (
    <fieldset className="coupons">
      <legend className="facts-title">{text(title)}</legend>
      {offered.map((coupon) => (
        <label key={coupon.id} className="card-option coupon-option" data-off={!coupon.usableNow || undefined}>
          <input
            type="radio"
            name={name}
            checked={coupon.id === chosen}
            disabled={!coupon.usableNow}
            onChange={() => pick({ couponId: coupon.id, amountCents: savingOf(coupon) })}
          />
          <CouponFacts coupon={coupon} names={names} block="couponChoice" />
        </label>
      ))}
      <label className="card-option coupon-option">
        <input type="radio" name={name} checked={taken === undefined} onChange={() => pick({ amountCents: 0 })} />
        <NoCoupon name={word('none')} hint={word('noneHint')} />
      </label>
      <output className="visually-hidden">{taken && word('saving', { amount: texts.formats.money(savingOf(taken)) })}</output>
    </fieldset>
  );
});

function NoCoupon({ name, hint }: { name: string; hint: string }) {
  return (
    <span className="coupon-facts">
      <span className="coupon-name">{name}</span>
      <span className="coupon-terms">{hint}</span>
    </span>
  );
}
