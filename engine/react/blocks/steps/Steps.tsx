import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Icon } from '../../parts/Icon.tsx';
import { useScope } from '../../screen/scope.tsx';
import type { StepsOptions } from './definition.ts';

export const Steps = observer(function Steps({ block }: { block: BlockValue & StepsOptions }) {
  const { text } = useScope();
  const { items } = block;
  return (
    <ol className="steps">
      {items.map((item, index) => (
        <li key={item.text.key} className="steps-item">
          <span className="steps-mark" aria-hidden="true">
            {item.icon === undefined ? index + 1 : <Icon name={item.icon} />}
          </span>
          <span>{text(item.text)}</span>
        </li>
      ))}
    </ol>
  );
});
