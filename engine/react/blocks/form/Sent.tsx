import { observer } from 'mobx-react-lite';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { ReviewSection } from '../review/ReviewSection.tsx';

/** Shows the submitted answers of a locked step. */
export const Sent = observer(function Sent({ form: id }: { form: string }) {
  const { flow, step } = useScope().screen;
  const texts = useText();
  const form = flow?.forms[id];
  if (!flow || !step || !form) return null;
  return (
    <>
      <output className="notice notice-info">
        <span className="notice-body">
          <span>{texts.t('common.blocks.form.sent')}</span>
        </span>
      </output>
      <ReviewSection flow={flow} step={step} form={form} closed />
    </>
  );
});
