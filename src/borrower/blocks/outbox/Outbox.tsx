import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import { useHost } from '../../../../engine/react/screen/host.tsx';
import type { QueuedRequest } from '../../../../engine/react/screen/types.ts';
import { useText } from '../../../../engine/react/text.tsx';
import type { OutboxOptions } from './definition.ts';
import '../../../styles/blocks/outbox.css';

/** Sent and pending requests. Screen readers announce changes. */
export const Outbox = observer(function Outbox({ block }: { block: BlockValue & OutboxOptions }) {
  const { queue } = useHost();
  const texts = useText();
  const id = useId();
  const { operation } = block;
  const requests = queue.requests(operation);
  return (
    <section className="outbox" aria-live="polite" aria-labelledby={requests.length > 0 ? `${id}-title` : undefined}>
      {requests.length > 0 && (
        <>
          <h2 id={`${id}-title`}>{texts.t('common.blocks.outbox.title')}</h2>
          <ul className="outbox-list">
            {requests.map((request) => (
              <Request key={request.id} request={request} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
});

const iconOf = { waiting: 'clock', sent: 'check', refused: 'alert' } as const satisfies Record<QueuedRequest['state'], string>;

const Request = observer(function Request({ request }: { request: QueuedRequest }) {
  const { id, at, state, result, code, files = [], filesRefused = 0 } = request;
  const { queue } = useHost();
  const texts = useText();
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.outbox.${key}`, values);
  const number = numberIn(result);
  return (
    <li className="outbox-item" data-state={state}>
      <Icon name={iconOf[state]} />
      <div className="outbox-text">
        <strong>{word(state)}</strong>
        {state === 'waiting' && <span>{word('waitingHint')}</span>}
        {state === 'refused' && <span>{texts.t([`errors.${code}`, 'common.somethingWrong'])}</span>}
        {number !== undefined && <span>{word('number', { number })}</span>}
        {files.length > filesRefused && <span>{word('photos', { count: files.length - filesRefused })}</span>}
        {filesRefused > 0 && <span>{word('photosRefused', { count: filesRefused })}</span>}
        <time dateTime={at}>{texts.formats.dateTime(at)}</time>
      </div>
      {state !== 'waiting' && (
        <button type="button" className="icon-button" aria-label={word('dismiss')} onClick={() => queue.dismiss(id)}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
});

/** The reference number in a response, if any. */
function numberIn(result: unknown): string | undefined {
  const { number } = (typeof result === 'object' && result !== null ? result : {}) as { number?: unknown };
  return typeof number === 'string' ? number : undefined;
}
