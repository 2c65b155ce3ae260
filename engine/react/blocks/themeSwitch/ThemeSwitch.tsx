import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useHost } from '../../screen/host.tsx';
import { appearances } from '../../screen/types.ts';
import { useText } from '../../text.tsx';

/** Switches the palette and between light and dark. The change applies at once and needs no saving. */
export const ThemeSwitch = observer(function ThemeSwitch() {
  const { look } = useHost();
  const texts = useText();
  const word = (key: string) => texts.t(`common.blocks.themeSwitch.${key}`);
  return (
    <section className="themes" aria-label={word('title')}>
      <Choice
        label={word('palette')}
        chosen={String(look.theme())}
        options={look.palettes.map((palette, index) => ({ value: String(index + 1), text: texts.t(`common.themes.${palette}`), palette }))}
        choose={(number) => look.setTheme(Number(number))}
      />
      <Choice
        label={word('appearance')}
        chosen={look.appearance()}
        options={appearances.map((value) => ({ value, text: word(value) }))}
        choose={(appearance) => look.setAppearance(appearance)}
      />
    </section>
  );
});

interface ChoiceProps<Value extends string> {
  label: string;
  chosen: string;
  options: readonly { value: Value; text: string; palette?: string }[];
  choose: (value: Value) => void;
}

function Choice<Value extends string>({ label, chosen, options, choose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="themes-choice">
      <legend className="field-label">{label}</legend>
      <div className="cards" data-columns="3">
        {options.map(({ value, text, palette }) => (
          <label key={value} className="card-option">
            <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => choose(value)} />
            {palette !== undefined && <span className="swatch" data-palette={palette} />}
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
