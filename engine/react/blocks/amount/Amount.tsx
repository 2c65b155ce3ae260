import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { AmountOptions } from './definition.ts';

export const Amount = observer(function Amount({ block }: { block: BlockValue & AmountOptions }) {
  const { text, cel } = useScope();
  const { formats } = useText();
  const { text: label, amountCents, hint, exact = false } = block;
  const amount = cel(amountCents);
  if (typeof amount !== 'number') return null;
  return (
    <div className="amount">
      <p className="amount-label">{text(label)}</p>
      <p className="amount-value">{exact ? formats.moneyExact(amount) : formats.money(amount)}</p>
      {hint && <p className="amount-hint">{text(hint)}</p>}
    </div>
  );
});
