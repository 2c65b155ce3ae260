import { type ReactNode, useRef } from 'react';
import { Sheet } from '../../parts/Sheet.tsx';
import { ChoiceList } from '../ChoiceList.tsx';
import type { Option } from '../options.ts';

export interface ChoiceSheetProps {
  title: string;
  options: readonly Option[] | undefined;
  /** Id of the chosen option. */
  chosen: string | undefined;
  onPick: (option: Option) => void;
  onClose: () => void;
  /** Shown while there are no options. */
  waiting: ReactNode;
}

/** A full-height sheet with a searchable list. */
export function ChoiceSheet({ title, options, chosen, onPick, onClose, waiting }: ChoiceSheetProps) {
  const search = useRef<HTMLInputElement>(null);
  return (
    <Sheet title={title} onClose={onClose} first={search} full>
      {options ? <ChoiceList label={title} options={options} chosen={chosen} search={search} onPick={onPick} /> : waiting}
    </Sheet>
  );
}
