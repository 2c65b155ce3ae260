import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { contactAddress } from './address.ts';
import type { ContactLinksOptions } from './definition.ts';

type Item = ContactLinksOptions['items'][number];
const icons = { phone: 'phone', email: 'mail', website: 'globe' } as const satisfies Record<Item['kind'], string>;

export const ContactLinks = observer(function ContactLinks({ block }: { block: BlockValue & ContactLinksOptions }) {
  const { cel, holds, text } = useScope();
  const { items } = block;
  return (
    <ul className="links">
      {items
        .filter(({ when }) => holds(when))
        .map(({ kind, text: words, value }) => {
          const address = contactAddress(kind, cel(value));
          return (
            address !== undefined && (
              <li key={words.key}>
                <a className="links-row" href={address} {...(kind === 'website' ? { rel: 'noopener noreferrer', target: '_blank' } : {})}>
                  <span className="links-icon">
                    <Icon name={icons[kind]} />
                  </span>
                  <span className="links-text">
                    {text(words)}
                    <span className="links-hint">{String(cel(value))}</span>
                  </span>
                </a>
              </li>
            )
          );
        })}
    </ul>
  );
});
