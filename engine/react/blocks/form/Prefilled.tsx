import { observer } from 'mobx-react-lite';
import type { FormSession } from '../../../session/formSession.ts';
import { useText } from '../../text.tsx';
import { prefilledFields } from './prefilledFields.ts';

/** Announces above a form that earlier answers were filled in. Each of their fields also asks whether its answer is still right. */
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
