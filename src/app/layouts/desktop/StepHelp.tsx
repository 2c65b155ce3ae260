import { observer } from 'mobx-react-lite';
import { Drawing } from '../../../../engine/react/parts/Drawing.tsx';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import '../../../styles/desktop.css';

const promises = [
  { key: 'kept', icon: 'check' },
  { key: 'private', icon: 'shield' },
  { key: 'change', icon: 'edit' },
] as const;

/** Side panel of a step: reassurance while filling it in, and help. */
export const StepHelp = observer(function StepHelp() {
  const texts = useText();
  return (
    <aside className="step-help" aria-label={texts.t('common.steps.help.title')}>
      <Drawing name="guide" />
      <ul className="step-promises">
        {promises.map(({ key, icon }) => (
          <li key={key}>
            <Icon name={icon} />
            {texts.t(`common.steps.help.${key}`)}
          </li>
        ))}
      </ul>
      <p className="step-support">{texts.t('common.aside.support')}</p>
    </aside>
  );
});
