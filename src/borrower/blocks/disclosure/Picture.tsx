import { useId } from 'react';
import { useText } from '../../../../engine/react/text.tsx';
import type { Disclosure } from '../../contract.ts';
import { sharesOf } from './shares.ts';

/** A stacked bar with a pattern for each share and the figures below, so that nobody depends on the colours. */
export function Picture({ disclosure }: { disclosure: Disclosure }) {
  const texts = useText();
  const id = useId();
  const shares = sharesOf(disclosure);
  return (
    <figure className="shares" aria-labelledby={id}>
      <figcaption id={id} className="facts-title">
        {texts.t('common.blocks.disclosure.picture')}
      </figcaption>
      <div className="shares-bar" aria-hidden="true">
        {shares.map(({ name, amountCents }) => (
          <span key={name} className={`shares-part share-${name}`} style={{ flexGrow: amountCents }} />
        ))}
      </div>
      <dl className="shares-legend">
        {shares.map(({ name, amountCents }) => (
          <div key={name} className="shares-row">
            <dt>
              <span className={`shares-mark share-${name}`} aria-hidden="true" />
              {texts.t(`common.blocks.disclosure.share.${name}`)}
            </dt>
            <dd>{texts.formats.moneyExact(amountCents)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
