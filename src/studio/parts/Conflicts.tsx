import { useId, useState } from 'react';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { Conflict, Side } from '../../../server/contract/staff/studio.ts';

interface ConflictsProps {
  conflicts: readonly Conflict[];
  /** Receives a decision on each conflict, in order. */
  onSettle: (keep: readonly Side[]) => void;
}

/** Places that two people have edited: both versions, and the choice between them. */
export function Conflicts({ conflicts, onSettle }: ConflictsProps) {
  const { t } = useText();
  const [keep, setKeep] = useState<readonly Side[]>(() => conflicts.map(() => 'mine'));
  return (
    <section className="file-conflicts" role="alert">
      <h2>{t('common.blocks.rebase.conflicts.count', { count: conflicts.length })}</h2>
      <p>{t('common.blocks.rebase.conflicts.hint')}</p>
      {conflicts.map((conflict, index) => (
        <OneConflict
          key={`${conflict.path} ${conflict.pointer ?? conflict.line ?? ''}`}
          conflict={conflict}
          chosen={keep[index] ?? 'mine'}
          onChoose={(side) => setKeep(keep.with(index, side))}
        />
      ))}
      <Button onClick={() => onSettle(keep)}>{t('common.blocks.rebase.conflicts.settle')}</Button>
    </section>
  );
}

interface OneConflictProps {
  conflict: Conflict;
  chosen: Side;
  onChoose: (side: Side) => void;
}

function OneConflict({ conflict, chosen, onChoose }: OneConflictProps) {
  const { t } = useText();
  const id = useId();
  const { path, pointer, line } = conflict;
  const place = pointer ?? (line === undefined ? path : t('common.blocks.rebase.conflicts.line', { line: line + 1 }));
  return (
    <fieldset className="file-sides">
      <legend className="file-pointer">{place}</legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side}>
          <input type="radio" name={id} checked={chosen === side} onChange={() => onChoose(side)} />{' '}
          {t(`common.blocks.rebase.conflicts.${side}`)}
          <pre>{shown(conflict[side]) ?? t('common.blocks.rebase.conflicts.absent')}</pre>
        </label>
      ))}
    </fieldset>
  );
}

function shown(value: unknown): string | undefined {
  if (typeof value === 'string' || value === undefined || value === null) return value ?? undefined;
  const isLines = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isLines ? value.join('\n') : JSON.stringify(value, null, 2);
}
