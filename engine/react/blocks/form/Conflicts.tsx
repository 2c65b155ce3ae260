import { observer } from 'mobx-react-lite';
import { Button } from '../../parts/Button.tsx';
import { withoutItem } from '../../../flow/instances.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';

/** Lists answers that changed on another device in the meantime. The person decides about each field. */
export const Conflicts = observer(function Conflicts({ form }: { form: string }) {
  const { flow } = useScope().screen;
  const texts = useText();
  const word = (key: string) => texts.t(`common.blocks.form.${key}`);
  if (!flow) return null;
  return flow.session.conflicts
    .filter((conflict) => conflict.form === form)
    .map((conflict) => (
      <output key={conflict.field} className="notice notice-warning">
        <span className="notice-body">
          <b className="notice-title">{texts.t(`forms.${withoutItem(form)}.${conflict.field}.label`)}</b>
          <span>{word('elsewhere')}</span>
          <span className="group group-row">
            <Button tone="secondary" onClick={() => void flow.session.resolve(conflict, 'mine')}>
              {word('mine')}
            </Button>
            <Button tone="secondary" onClick={() => void flow.session.resolve(conflict, 'theirs')}>
              {word('theirs')}
            </Button>
          </span>
        </span>
      </output>
    ));
});
