import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { RepaymentOptions, RepaymentProjection } from '../../contract.ts';
import { ByDay } from './ByDay.tsx';
import { Choices } from './Choices.tsx';
import type { RepaymentChoiceOptions } from './definition.ts';
import { Settles } from './Settles.tsx';
import '../../../styles/blocks/repaymentChoice.css';

/** What to pay, what it settles, and the cost of waiting. All figures come from the functions that compute the charges. */
export const RepaymentChoice = observer(function RepaymentChoice({ block }: { block: BlockValue & RepaymentChoiceOptions }) {
  const { cel } = useScope();
  const { options, projection, chosen, couponCents, ...routes } = block;
  const today = cel(options) as RepaymentOptions | undefined;
  // While the data loads, it is an object without its parts.
  const { days = [] } = (cel(projection) ?? {}) as Partial<RepaymentProjection>;
  if (!today?.full) return null;
  return (
    <div className="pay">
      <Choices options={today} chosen={chosen} routes={routes} />
      <Settles options={today} chosen={chosen} couponCents={couponCents === undefined ? 0 : Number(cel(couponCents) ?? 0)} />
      {days.length > 0 && <ByDay days={days} chosen={chosen} />}
    </div>
  );
});
