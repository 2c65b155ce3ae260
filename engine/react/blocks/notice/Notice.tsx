import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { toneIcons } from '../../parts/toneIcons.ts';
import { useAction, useScope } from '../../screen/scope.tsx';
import type { NoticeOptions } from './definition.ts';

const icons: Readonly<Record<string, string>> = toneIcons;

export const Notice = observer(function Notice({ block }: { block: BlockValue & NoticeOptions }) {
  const { text, cel } = useScope();
  const { tone, title, text: words, do: action, label } = block;
  const { busy, run } = useAction(action);
  const said = tone === undefined ? 'info' : String(cel(tone));
  const name = Object.hasOwn(icons, said) ? said : 'info';
  return (
    <div className={`notice notice-${name}`}>
      <Icon name={icons[name] ?? 'info'} />
      <div className="notice-body">
        {title && <p className="notice-title">{text(title)}</p>}
        <p>{text(words)}</p>
        {action && label && (
          <Button tone="secondary" busy={busy} onClick={run}>
            {text(label)}
          </Button>
        )}
      </div>
    </div>
  );
});
