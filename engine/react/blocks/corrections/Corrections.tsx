import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import type { CorrectionRequest } from '../../../flow/types.ts';
import { itemNumber, withoutItem } from '../../../flow/instances.ts';
import { fieldKey } from '../../../form/messages.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { CorrectionsOptions } from './definition.ts';

/** Lists the sent-back fields with their reasons. Renders nothing without any. */
export const Corrections = observer(function Corrections({ block }: { block: BlockValue & CorrectionsOptions }) {
  const { cel } = useScope();
  const texts = useText();
  const requests = cel(block.requests) as readonly CorrectionRequest[] | undefined;
  if (!requests?.length) return null;
  const label = ({ form, field, part = '' }: CorrectionRequest) => {
    const text = texts.t(`${fieldKey(withoutItem(form), `/${field}${part}`)}.label`);
    const index = part.split('/').findLast((key) => /^\d+$/.test(key));
    const number = index === undefined ? itemNumber(form) : Number(index) + 1;
    return number === undefined ? text : `${text} (${number})`;
  };
  const together = Map.groupBy(requests, ({ reason, note }) => JSON.stringify([reason, note]));
  return (
    <ul className="corrections">
      {[...together].map(([key, group]) => (
        <li key={key}>
          <b>{group.map(label).join(' · ')}</b>
          <p>{texts.t(`corrections.${group[0]?.reason ?? ''}`)}</p>
          {group[0]?.note && <p>{group[0].note}</p>}
        </li>
      ))}
    </ul>
  );
});
