import { useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { useEngine } from '../../engine-context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { CopyButton } from '../keyValues/CopyButton.tsx';
import type { ContinueLaterOptions } from './definition.ts';

/** The answer of flows.sendLink. */
interface SentLink {
  url: string;
  maskedPhone: string;
  days: number;
}

/** Sends the customer a link to the flow by SMS and shows it. */
export function ContinueLater({ block }: { block: BlockValue & ContinueLaterOptions }) {
  const { screen, text, guard } = useScope();
  const { call } = useEngine();
  const { t } = useText();
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<SentLink>();
  const flow = block.flow ?? screen.loaded.definition.flow;

  const send = async () => {
    setBusy(true);
    try {
      setLink((await call('flows.sendLink', { flow })) as SentLink);
    } catch (error) {
      screen.host.react(error, { retry: () => void send() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button tone="quiet" wide busy={busy} onClick={() => guard(block) && void send()}>
        {block.text ? text(block.text) : t('common.blocks.continueLater.do')}
      </Button>
      {link && (
        <Sheet title={t('common.blocks.continueLater.title')} onClose={() => setLink(undefined)}>
          <LinkSheet link={link} />
        </Sheet>
      )}
    </>
  );
}

function LinkSheet({ link: { url, maskedPhone, days } }: { link: SentLink }) {
  const { t } = useText();
  const word = (key: string, values?: Record<string, unknown>) => t(`common.blocks.continueLater.${key}`, values);
  // The person may close the system's dialog, which rejects.
  const share = () => void navigator.share({ url, text: word('shareText') }).catch(() => undefined);
  return (
    <div className="link-sheet">
      <p>{word('sent', { phone: maskedPhone, count: days })}</p>
      <p className="paragraph-muted">{word('safe')}</p>
      <div>
        <p className="visually-hidden">{word('label')}</p>
        <p className="link-shown">{url}</p>
      </div>
      <div className="group group-row">
        <CopyButton label={word('copy')} value={url} className="button button-secondary" block="continueLater" />
        {'share' in navigator && (
          <Button tone="secondary" onClick={share}>
            {word('share')}
          </Button>
        )}
      </div>
    </div>
  );
}
