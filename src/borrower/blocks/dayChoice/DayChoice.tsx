import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { DayChoiceOptions } from './definition.ts';

/** A native select, because it is a wheel on a phone, supports the keyboard and offers only the allowed days. */
export const DayChoice = observer(function DayChoice({ block }: { block: BlockValue & DayChoiceOptions }) {
  const { cel, text, langOf, run } = useScope();
  const texts = useText();
  const id = useId();
  const { text: label, hint, days, as, value, do: action } = block;
  const offered = asDays(cel(days));
  const chosen = asDays([cel(value)])[0] ?? '';
  const shown = (day: string) => (as === 'date' ? texts.formats.date(day) : texts.t('common.blocks.dayChoice.ofMonth', { num: day }));
  const pick = (day: string) => void run(action, { extra: { choice: { day, number: as === 'date' ? 0 : Number(day) } } });
  return (
    <div className="field">
      <label className="field-label" htmlFor={id} lang={langOf(label)}>
        {text(label)}
      </label>
      <select
        id={id}
        className="control"
        aria-describedby={hint && `${id}-hint`}
        value={chosen}
        onChange={({ target }) => pick(target.value)}
      >
        {offered.map((day) => (
          <option key={day} value={day}>
            {shown(day)}
          </option>
        ))}
      </select>
      {hint && (
        <p className="field-hint" id={`${id}-hint`} lang={langOf(hint)}>
          {text(hint)}
        </p>
      )}
    </div>
  );
});

/** Accepts days as text or as numbers. */
const asDays = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((day) => typeof day === 'string' || typeof day === 'number').map(String) : [];
