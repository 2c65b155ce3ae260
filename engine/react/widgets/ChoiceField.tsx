/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native select cannot be searched */
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import type { FieldHandle } from '../form/types.ts';
import { Icon } from '../parts/Icon.tsx';
import { later } from '../parts/later.tsx';
import { controlAttributes } from './attributes.ts';
import type { Option } from './options.ts';

/** The list comes when it is opened, or with a screen that has one: what stands on the screen waits for none of it. */
export const choiceSheet = later(async () => ({ default: (await import('./select/ChoiceSheet.tsx')).ChoiceSheet }), null);
const ChoiceSheet = choiceSheet.component;

interface ChoiceFieldProps {
  field: FieldHandle;
  /** Words of the answer; undefined while there is none. */
  shown: string | undefined;
  options: readonly Option[] | undefined;
  /** Id of the chosen option. */
  chosen: string | undefined;
  onPick: (option: Option) => void;
  /** Not to be opened yet: something else has to be chosen first. */
  off?: boolean;
  onOpen?: () => void;
  /** Shown in the sheet while there are no options: a list on its way, or what kept it. */
  waiting?: ReactNode;
}

/** What a native select looks like when closed (ARIA "select only combobox"), and the searchable sheet that it opens. */
export const ChoiceField = observer(function ChoiceField(props: ChoiceFieldProps) {
  const { field, shown, options, chosen, onPick, off = false, onOpen, waiting } = props;
  const [open, setOpen] = useState(false);
  const { autoComplete: _autoComplete, name: _name, disabled, ...attributes } = controlAttributes(field);
  const inert = off || disabled;
  const sheetId = `${field.id}-sheet`;

  return (
    <div id={sheetId}>
      <button
        type="button"
        className="control control-choice"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={sheetId}
        aria-labelledby={`${field.id}-label`}
        aria-disabled={inert || undefined}
        {...attributes}
        onClick={() => {
          if (inert) return;
          onOpen?.();
          setOpen(true);
        }}
      >
        <span className={shown === undefined ? 'control-choice-empty' : undefined}>
          {shown ?? field.placeholder ?? field.word('select.choose')}
        </span>
        <Icon name="chevron" />
      </button>
      {open && (
        <ChoiceSheet
          title={field.label}
          options={options}
          chosen={chosen}
          waiting={waiting}
          onClose={() => setOpen(false)}
          onPick={(option) => {
            onPick(option);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
});
