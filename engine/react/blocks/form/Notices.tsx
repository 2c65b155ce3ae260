import { observer } from 'mobx-react-lite';
import { withoutItem } from '../../../flow/instances.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';

/** Lists the questions that a newer release asks again because it could not carry over the answers. */
export const Notices = observer(function Notices({ form }: { form: string }) {
  const { flow } = useScope().screen;
  const texts = useText();
  if (!flow) return null;
  return flow.session.notices
    .filter((notice) => notice.form === form)
    .map(({ field = '', reason }) => (
      <output key={`${field} ${reason}`} className="notice notice-info">
        <span className="notice-body">
          {field !== '' && <b className="notice-title">{texts.t(`forms.${withoutItem(form)}.${field}.label`)}</b>}
          <span>{texts.t(`common.blocks.form.${reason}`)}</span>
        </span>
      </output>
    ));
});
