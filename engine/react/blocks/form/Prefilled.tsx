import { observer } from 'mobx-react-lite';
import type { FormSession } from '../../../session/formSession.ts';
import { useText } from '../../text.tsx';
import { prefilledFields } from './prefilledFields.ts';

/** Says above a form that answers were filled in from before. Each of them asks the same question at its field. */
export const Prefilled = observer(function Prefilled({ session }: { session: FormSession }) {
  const texts = useText();
  if (prefilledFields(session).length === 0) return null;
  return (
    <output className="notice notice-info">
      <span className="notice-body">
        <b className="notice-title">{texts.t('common.blocks.form.stillRight')}</b>
        <span>{texts.t('common.blocks.form.prefilled')}</span>
      </span>
    </output>
  );
});
