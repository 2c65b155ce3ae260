import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useHost } from '../../screen/host.tsx';
import { useText } from '../../text.tsx';

/** Shows what the app stores on the device and what the person allows beyond the necessary. The default allows nothing. */
export const ConsentSettings = observer(function ConsentSettings() {
  const { consent, say } = useHost();
  const texts = useText();
  const id = useId();
  const word = (key: string) => texts.t(`common.blocks.consentSettings.${key}`);
  const choose = (allowed: boolean) => {
    consent.setAnalytics(allowed);
    say(word('saved'));
  };
  return (
    <fieldset className="consent">
      <legend className="consent-title">{word('title')}</legend>
      <ConsentRow id={`${id}-necessary`} label={word('necessary')} hint={word('necessaryHint')} checked />
      <ConsentRow
        id={`${id}-analytics`}
        label={word('analytics')}
        hint={word('analyticsHint')}
        checked={consent.analytics() === true}
        onChange={choose}
      />
    </fieldset>
  );
});

interface ConsentRowProps {
  id: string;
  label: string;
  hint: string;
  checked: boolean;
  onChange?: (checked: boolean) => void;
}

function ConsentRow({ id, label, hint, checked, onChange }: ConsentRowProps) {
  return (
    <div className="consent-row">
      <label className="check">
        <input
          type="checkbox"
          id={id}
          checked={checked}
          disabled={!onChange}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange?.(target.checked)}
        />
        <span>{label}</span>
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
