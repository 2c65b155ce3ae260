import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../engine/config/screen.ts';
import { useScope } from '../../../engine/react/screen/scope.tsx';
import type { QrCodeOptions } from './definition.ts';
import { Drawing } from './Drawing.tsx';

export const QrCode = observer(function QrCode({ block }: { block: BlockValue & QrCodeOptions }) {
  const { cel, text } = useScope();
  const value = cel(block.value);
  if (typeof value !== 'string' || value === '') return null;
  return (
    <div className="qr-code-block">
      <Drawing value={value} label={text(block.label)} />
      {block.under !== undefined && <p>{text(block.under)}</p>}
    </div>
  );
});
