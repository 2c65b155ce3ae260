import { observer } from 'mobx-react-lite';
import type { Action, BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useAction, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { StatusCardOptions } from './definition.ts';

const tones = new Set(['calm', 'info', 'success', 'alert']);

export const StatusCard = observer(function StatusCard({ block }: { block: BlockValue & StatusCardOptions }) {
  const { text, cel } = useScope();
  const texts = useText();
  const { tone, title, text: words, amountText, amountCents, icon, ...actions } = block;
  const { do: action, label, also, alsoLabel } = actions;
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
      {typeof amount === 'number' && (
        <p className="status-sum">
          {amountText && <span className="status-label">{text(amountText)}</span>}
          <span className="status-amount">{texts.formats.money(amount)}</span>
        </p>
      )}
      {words && <p className="status-text">{text(words)}</p>}
      {action && label && <ActionButton action={action} label={text(label)} />}
      {also && alsoLabel && <ActionButton action={also} label={text(alsoLabel)} tone="secondary" />}
    </section>
  );
});

function ActionButton({ action, label, tone = 'primary' }: { action: Action; label: string; tone?: 'primary' | 'secondary' }) {
  const { busy, run } = useAction(action);
  return (
    <Button wide tone={tone} busy={busy} onClick={run}>
      {label}
    </Button>
  );
}
