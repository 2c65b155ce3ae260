import { observer } from 'mobx-react-lite';
import { Icon } from '../../parts/Icon.tsx';
import { useHost } from '../../screen/host.tsx';
import { useText } from '../../text.tsx';

/** Lists each language by its own name, with `lang` for screen readers. */
export const LanguageSwitch = observer(function LanguageSwitch() {
  const { languages, setLanguage } = useHost();
  const texts = useText();
  return (
    <fieldset className="languages" aria-label={texts.t('common.blocks.languageSwitch.label')}>
      <Icon name="globe" />
      {languages.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          className="languages-choice"
          aria-pressed={code === texts.language}
          onClick={() => setLanguage(code)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
});
