import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { AppLink } from '../../parts/AppLink.tsx';
import { useScope } from '../../screen/scope.tsx';
import { isOwnPath } from '../ownPath.ts';
import type { LinkToOptions } from './definition.ts';

export const LinkTo = observer(function LinkTo({ block }: { block: BlockValue & LinkToOptions }) {
  const { cel, text } = useScope();
  const { text: words, to, tone = 'primary' } = block;
  const path = cel(to);
  if (!isOwnPath(path)) return null;
  return (
    <AppLink className={tone === 'primary' ? 'button button-wide' : `button button-${tone} button-wide`} to={path}>
      {text(words)}
    </AppLink>
  );
});
