import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import { toneIcons } from '../../../../engine/react/parts/toneIcons.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Cause } from '../../../../server/contract/staff/studio.ts';
import type { CausesOptions } from './definition.ts';

export const Causes = observer(function Causes({ block }: { block: BlockValue & CausesOptions }) {
  const { cel, text } = useScope();
  const { t } = useText();
  const causes = cel(block.causes) as Cause[];
  return (
    <div className="notice notice-warning">
      <Icon name={toneIcons.warning} />
      <div className="notice-body">
        <p>{text(block.text)}</p>
        {causes.map(({ code, params }) => (
          <p key={`${code} ${JSON.stringify(params)}`}>
            {t([`common.blocks.causes.${code}`, `errors.${code}`, 'common.somethingWrong'], params)}
          </p>
        ))}
      </div>
    </div>
  );
});
