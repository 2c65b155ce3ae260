import { observer } from 'mobx-react-lite';
import { type ClipboardEvent, useState } from 'react';
import { useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { controlAttributes } from '../attributes.ts';
import { boundYear, type DayParts, fullYear, joined, partsOf, type Precision, readDay, shownDay, typedPart } from './calendarDay.ts';

interface DateOptions {
  precision?: Precision;
  max?: string;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Autofill fills a birthday in parts (`bday` → `bday-day` …). */
const autoCompletePart = (field: FieldHandle, part: string) => (field.autoComplete === 'bday' ? `bday-${part}` : 'off');

/**
 * Day and year are typed, and the month is chosen by name. On a phone, this takes three short steps for a birthday, where a
 * calendar needs hundreds of months of scrolling. Nobody can mix up day and month.
 */
export const DateInput = observer(function DateInput({ field }: { field: FieldHandle<DateOptions> }) {
  const { today, texts } = useEngine();
  const [typedDay, setTypedDay] = useState('');
  const { precision = 'day', max } = field.options;
  const parts = partsOf(field.value);
  const { id: _id, name: _name, autoComplete: _autoComplete, 'aria-describedby': _describedBy, ...state } = controlAttributes(field);

  const change = (part: Partial<DayParts>) => field.set(joined({ ...parts, ...part }, precision));
  const paste = (event: ClipboardEvent) => {
    const day = readDay(event.clipboardData.getData('text'));
    if (!day) return;
    event.preventDefault();
    change(day);
  };
  const number = { type: 'text', inputMode: 'numeric', className: 'control', enterKeyHint: 'next', onPaste: paste, ...state } as const;

  return (
    <div className={precision === 'month' ? 'date date-month' : 'date'}>
      {precision === 'day' && (
        <label>
          {field.word('date.day')}
          <input
            {...number}
            autoComplete={autoCompletePart(field, 'day')}
            value={shownDay(typedDay, parts.day)}
            onChange={({ target }) => {
              const day = typedPart(target.value);
              setTypedDay(day);
              change({ day });
            }}
          />
        </label>
      )}
      <label className="date-words">
        {field.word('date.month')}
        <select
          className="control"
          {...state}
          autoComplete={autoCompletePart(field, 'month')}
          value={parts.month}
          onChange={({ target }) => change({ month: target.value })}
        >
          <option value="">{field.word('date.chooseMonth')}</option>
          {texts.formats.monthNames().map((name, index) => (
            <option key={name} value={twoDigits(index + 1)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {field.word('date.year')}
        <input
          {...number}
          autoComplete={autoCompletePart(field, 'year')}
          value={parts.year}
          onChange={({ target }) => change({ year: typedPart(target.value) })}
          onBlur={() => change({ year: fullYear(parts.year, boundYear(max, today())) })}
        />
      </label>
    </div>
  );
});
