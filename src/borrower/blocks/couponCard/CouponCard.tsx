import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Coupon } from '../../contract.ts';
import { CouponFacts } from './CouponFacts.tsx';
import type { CouponCardOptions } from './definition.ts';
import '../../../styles/blocks/coupons.css';

export const CouponCard = observer(function CouponCard({ block }: { block: BlockValue & CouponCardOptions }) {
  const { cel } = useScope();
  const texts = useText();
  const { coupon: source, names } = block;
  const coupon = cel(source) as Coupon | undefined;
  if (!coupon) return null;
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.couponCard.${key}`, values);
  const { state, expiresOn, usedAt } = coupon;
  const isReady = state === 'available' && coupon.usableNow;
  const ended = state === 'expired' ? word('expired', { date: texts.formats.date(expiresOn) }) : undefined;
  const used = state === 'used' && usedAt !== undefined ? word('used', { date: texts.formats.date(usedAt) }) : undefined;
  const ending = used ?? ended;
  return (
    <article className="coupon" data-off={!isReady || undefined}>
      <span className="coupon-mark" aria-hidden="true">
        <Icon name="gift" />
      </span>
      <CouponFacts coupon={coupon} names={names} block="couponCard" {...(ending === undefined ? {} : { ending })} />
      <span className={`badge badge-${isReady ? 'success' : 'calm'}`}>
        {word(state === 'available' && !isReady ? 'state.unusable' : `state.${state}`)}
      </span>
    </article>
  );
});
