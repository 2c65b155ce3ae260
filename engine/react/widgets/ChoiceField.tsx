/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native select cannot be searched */
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import type { FieldHandle } from '../form/types.ts';
import { Icon } from '../parts/Icon.tsx';
import { later } from '../parts/later.tsx';
import { controlAttributes } from './attributes.ts';
import type { Option } from './options.ts';

interface ChoiceFieldProps {
  field: FieldHandle;
  /** Text of the answer, or undefined without one. */
  shown: string | undefined;
  /** Renders the open sheet. */
  children: (close: () => void) => ReactNode;
  /** Disabled until another choice is made. */
  off?: boolean;
  onOpen?: () => void;
}

/** Looks like a closed native select (ARIA "select-only combobox") and opens a sheet. */
export const ChoiceField = observer(function ChoiceField(props: ChoiceFieldProps) {
  const { field, shown, children, off = false, onOpen } = props;
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
      {open && children(() => setOpen(false))}
    </div>
  );
});

/** Loads on first use, or with a screen that needs it, so that the screen's other content does not wait. */
export const choiceSheet = later(async () => ({ default: (await import('./select/ChoiceSheet.tsx')).ChoiceSheet }), null);
const ChoiceSheet = choiceSheet.component;

interface OptionFieldProps extends Omit<ChoiceFieldProps, 'children'> {
  options: readonly Option[] | undefined;
  /** Id of the chosen option. */
  chosen: string | undefined;
  onPick: (option: Option) => void;
  /** Shown in the sheet while there are no options: a loading state or an error. */
  waiting?: ReactNode;
}

/** A choice among options, in a searchable sheet. */
export function OptionField({ options, chosen, onPick, waiting, ...props }: OptionFieldProps) {
  return (
    <ChoiceField {...props}>
      {(close) => (
        <ChoiceSheet
          title={props.field.label}
          options={options}
          chosen={chosen}
          waiting={waiting}
          onClose={close}
          onPick={(option) => {
            onPick(option);
            close();
          }}
        />
      )}
    </ChoiceField>
  );
}
