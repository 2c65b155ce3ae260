import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useAction, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { StatusCardOptions } from './definition.ts';

const tones = new Set(['calm', 'info', 'success', 'alert']);

export const StatusCard = observer(function StatusCard({ block }: { block: BlockValue }) {
  const { text, cel } = useScope();
  const texts = useText();
  const { tone, title, text: words, amountCents, do: action, label, icon } = block as BlockValue & StatusCardOptions;
  const { busy, run } = useAction(action);
  const said = tone === undefined ? 'calm' : String(cel(tone));
  const amount = amountCents === undefined ? undefined : cel(amountCents);
  return (
    <section className={`status status-${tones.has(said) ? said : 'calm'}`}>
      {icon !== undefined && (
        <span className="status-icon">
          <Icon name={icon} />
        </span>
      )}
      <h2 className="status-title">{text(title)}</h2>
      {typeof amount === 'number' && <p className="status-amount">{texts.formats.money(amount)}</p>}
      {words && <p className="status-text">{text(words)}</p>}
      {action && label && (
        <Button wide busy={busy} onClick={run}>
          {text(label)}
        </Button>
      )}
    </section>
  );
});
