import { useId } from 'react';

export interface Option {
  value: string;
  text: string;
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly Option[];
  /** More options, under a heading each. */
  groups?: readonly { title: string; options: readonly Option[] }[];
  onChange: (value: string) => void;
}

/** A labelled select in the toolbar above the preview. */
export function Choice({ label, value, options, groups, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <p className="preview-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <Options options={options} />
        {groups?.map((group) => (
          <optgroup key={group.title} label={group.title}>
            <Options options={group.options} />
          </optgroup>
        ))}
      </select>
    </p>
  );
}

const Options = ({ options }: { options: readonly Option[] }) =>
  options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
