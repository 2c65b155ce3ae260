import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Icon } from '../../parts/Icon.tsx';
import { useScope } from '../../screen/scope.tsx';
import type { BadgeOptions } from './definition.ts';

const tones = new Set(['calm', 'info', 'success', 'warning', 'danger']);

export const Badge = observer(function Badge({ block }: { block: BlockValue & BadgeOptions }) {
  const { text, cel } = useScope();
  const { text: words, tone, icon } = block;
  const said = tone === undefined ? 'calm' : String(cel(tone));
  return (
    <p className={`badge badge-${tones.has(said) ? said : 'calm'}`}>
      {icon !== undefined && <Icon name={icon} />}
      {text(words)}
    </p>
  );
});
