import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { useAction, useScope } from '../../screen/scope.tsx';
import type { ButtonOptions } from './definition.ts';

export const ButtonBlock = observer(function ButtonBlock({ block }: { block: BlockValue & ButtonOptions }) {
  const { text, langOf, holds } = useScope();
  const { text: words, do: action, tone = 'primary', enabled } = block;
  const label = text(words);
  const { busy, run } = useAction(action, label);
  return (
    <Button tone={tone} busy={busy} off={!holds(enabled)} wide lang={langOf(words)} onClick={run}>
      {label}
    </Button>
  );
});
