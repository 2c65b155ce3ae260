import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Conflict } from '../../../../server/contract/staff/studio.ts';

interface ConflictsProps {
  conflicts: readonly Conflict[];
  onSettle: (keep: 'mine' | 'theirs') => void;
}

/** Two people have edited the same place: what each wrote, and the decision. */
export function Conflicts({ conflicts, onSettle }: ConflictsProps) {
  const { t } = useText();
  const shown = (value: unknown) =>
    value === undefined || value === null
      ? t('common.blocks.fileEditor.absent')
      : typeof value === 'string'
        ? value
        : JSON.stringify(value, null, 2);
  return (
    <section className="file-conflicts" role="alert">
      <h2>{t('common.blocks.fileEditor.conflict', { count: conflicts.length })}</h2>
      <p>{t('common.blocks.fileEditor.conflictHint')}</p>
      {conflicts.map(({ pointer, mine, theirs }) => (
        <div key={pointer} className="file-sides">
          <code className="file-pointer">{pointer}</code>
          <div>
            <h3>{t('common.blocks.fileEditor.mine')}</h3>
            <pre>{shown(mine)}</pre>
          </div>
          <div>
            <h3>{t('common.blocks.fileEditor.theirs')}</h3>
            <pre>{shown(theirs)}</pre>
          </div>
        </div>
      ))}
      <p className="finding-actions">
        <Button onClick={() => onSettle('mine')}>{t('common.blocks.fileEditor.keepMine')}</Button>
        <Button tone="secondary" onClick={() => onSettle('theirs')}>
          {t('common.blocks.fileEditor.takeTheirs')}
        </Button>
      </p>
    </section>
  );
}
