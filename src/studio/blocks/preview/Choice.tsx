import { useId } from 'react';

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  onChange: (value: string) => void;
}

/** A labelled list of the bar above the preview. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <p className="preview-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(({ value: each, text }) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}
