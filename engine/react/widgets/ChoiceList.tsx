/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- a native list cannot be searched */
import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { filtered } from '../../texts/filtered.ts';
import { useText } from '../text.tsx';
import type { Option } from './options.ts';

export interface ChoiceListProps {
  /** Accessible name of the list. */
  label: string;
  options: readonly Option[];
  /** Id of the chosen option. */
  chosen: string | undefined;
  onPick: (option: Option) => void;
  /** Ref of the search box, for focusing it. */
  search?: RefObject<HTMLInputElement | null>;
  /** Searches elsewhere and passes the results as `options`. Without it, the list filters its options. */
  onType?: (typed: string) => void;
  /** Replaces the number of options found. */
  status?: string;
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, count) => Math.min(at + 8, count - 1),
  PageUp: (at) => Math.max(at - 8, 0),
};

/** A searchable list: a combobox whose list is always open (ARIA APG, "list autocomplete with manual selection"). */
export function ChoiceList({ label, options, chosen, onPick, search, onType, status }: ChoiceListProps) {
  const id = useId();
  const texts = useText();
  const [typed, setTyped] = useState('');
  const found = onType ? options : filtered(options, typed, ({ label: text }) => text);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.id === chosen),
    ),
  );
  const current = found[active];

  // The list can load after the sheet has opened.
  useEffect(() => search?.current?.focus(), [search]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step) {
      const next = step(active, found.length);
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      if (current) onPick(current);
    } else return;
    event.preventDefault();
  };

  return (
    <div>
      <div className="choices-filter">
        <div className="control control-group">
          <Icon name="search" />
          <SearchBox
            ref={search}
            listId={id}
            activeId={current && `${id}-${active}`}
            mustType={onType !== undefined}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              onType?.(target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
      <ul id={id} className="choices" role="listbox" aria-label={label}>
        {found.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search box handles the keys
          <li
            key={option.id}
            id={`${id}-${index}`}
            className="choice"
            role="option"
            aria-selected={option.id === chosen}
            data-active={index === active || undefined}
            onClick={() => onPick(option)}
          >
            {option.label}
            {option.id === chosen && <Icon name="check" />}
          </li>
        ))}
      </ul>
      <output className={found.length === 0 ? 'choices-none' : 'visually-hidden'}>
        {status ?? texts.t('common.widgets.select.found', { count: found.length })}
      </output>
    </div>
  );
}

interface SearchBoxProps extends ComponentProps<'input'> {
  listId: string;
  activeId: string | undefined;
  /** The list is empty until somebody types. */
  mustType: boolean;
}

/** Has the focus from the start. On a phone, `inputMode` keeps the keyboard closed until a tap, because it would cover half of the list. */
function SearchBox({ listId, activeId, mustType, ...props }: SearchBoxProps) {
  const texts = useText();
  const [quiet, setQuiet] = useState(!mustType);
  return (
    <input
      {...props}
      type="search"
      role="combobox"
      aria-label={texts.t('common.widgets.select.search')}
      aria-expanded="true"
      aria-controls={listId}
      aria-activedescendant={activeId}
      aria-autocomplete="list"
      autoComplete="off"
      enterKeyHint="search"
      inputMode={quiet ? 'none' : 'search'}
      onPointerDown={({ currentTarget }) => {
        if (!quiet) return;
        setQuiet(false);
        // iOS reads inputMode only on focus.
        currentTarget.blur();
      }}
    />
  );
}
