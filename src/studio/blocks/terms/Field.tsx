import { useId } from 'react';
import { useText } from '../../../../engine/react/text.tsx';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import type { TermField } from '../../../../server/contract/staff/studioTerms.ts';
import { Typed } from '../../parts/Typed.tsx';
import { useNumeralProblem } from '../../parts/useNumeralProblem.ts';
import type { Visit } from '../../parts/useTyped.ts';
import { isNumber, isWhole, shownIn, typedIn } from './units.ts';

interface FieldProps {
  field: TermField;
  value: unknown;
  problems: readonly Problem[];
  isReadOnly: boolean;
  onChange: (value: unknown, visit?: Visit) => void;
}

/** A value in its unit, with the legal maximum and the compiler's findings. */
export function Field({ field, value, problems, isReadOnly, onChange }: FieldProps) {
  const { t, formats } = useText();
  const problemOf = useNumeralProblem();
  const id = useId();
  const { title, description, unit, options = [], cap } = field;
  const word = (key: string, values?: Record<string, unknown>) => t(`common.blocks.terms.${key}`, values);
  const suffix =
    unit === 'cents'
      ? formats.currencySymbol()
      : unit === 'ppm'
        ? word('percent')
        : unit === 'days' && !title.endsWith(')')
          ? word('days')
          : undefined;
  const shared = {
    id,
    'aria-invalid': problems.length > 0 || undefined,
    'aria-describedby': `${id}-about`,
    disabled: isReadOnly,
  };
  return (
    <div className="terms-field">
      <label htmlFor={id}>
        {title} {suffix && <span className="terms-unit">({suffix})</span>}
      </label>
      {unit === 'choice' || unit === 'boolean' ? (
        <select
          {...shared}
          value={String(value)}
          onChange={({ target }) => onChange(unit === 'boolean' ? target.value === 'true' : target.value)}
        >
          {(unit === 'boolean' ? ['true', 'false'] : options).map((option) => (
            <option key={option} value={option}>
              {unit === 'boolean' ? word(option === 'true' ? 'yes' : 'no') : option}
            </option>
          ))}
        </select>
      ) : (
        <Typed
          {...shared}
          type={unit === 'day' ? 'date' : 'text'}
          inputMode={unit === 'day' || unit === 'text' ? undefined : 'decimal'}
          autoComplete="off"
          isNumber={isNumber(unit)}
          refusal={isNumber(unit) ? (text) => problemOf(text, isWhole(unit)) : undefined}
          value={shownIn(unit, value)}
          onCommit={(text, visit) => onChange(typedIn(unit, text), visit)}
        />
      )}
      <div id={`${id}-about`} className="terms-about">
        {cap && (
          <p className="terms-cap">
            {word('cap', {
              percent: formats.percent(cap.ppm),
              source: cap.source,
              amount: formats.money(cap.maxPrincipalCents),
              days: cap.maxTermDays,
            })}
          </p>
        )}
        {problems.map(({ message, fix }) => (
          <p key={message} className="terms-problem">
            {message} {fix}
          </p>
        ))}
        {description && <p>{description.replace(/ In (centavos|parts per million): .*$/, '')}</p>}
      </div>
    </div>
  );
}
