import { useId, useState } from 'react';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { ChangedFile } from '../../../../server/contract/staff/studio.ts';
import { groupOf, groups, matching, nameOf } from './groups.ts';

interface FileListProps {
  files: readonly ChangedFile[];
  /** Path of the open file. */
  current: string;
  /** Number of problems per path. */
  problems: ReadonlyMap<string, number>;
  onOpen: (path: string) => void;
}

/** The files of a configuration, grouped by purpose. Changed files come first. */
export function FileList({ files, current, problems, onOpen }: FileListProps) {
  const { t } = useText();
  const id = useId();
  const [wanted, setWanted] = useState('');
  const found = matching(files, wanted);
  const edited = found.filter(({ state }) => state !== 'same');
  const row = ({ path, state }: ChangedFile, name: string) => (
    <li key={path}>
      <button type="button" className="file-row" aria-current={path === current || undefined} onClick={() => onOpen(path)}>
        <span className="file-name">{name}</span>
        {state !== 'same' && <span className={`file-state file-${state}`}>{t(`common.blocks.fileEditor.state.${state}`)}</span>}
        {problems.has(path) && <span className="file-problems">{problems.get(path)}</span>}
      </button>
    </li>
  );
  return (
    <nav className="file-list" aria-label={t('common.blocks.fileEditor.files')}>
      <search className="search">
        <label htmlFor={id}>{t('common.blocks.fileEditor.find')}</label>
        <span className="search-field">
          <Icon name="search" />
          <input id={id} type="search" value={wanted} autoComplete="off" onChange={({ target }) => setWanted(target.value)} />
        </span>
      </search>
      <output className="search-found" htmlFor={id}>
        {wanted.trim() === '' ? '' : t('common.blocks.fileEditor.found', { count: found.length })}
      </output>
      {edited.length > 0 && (
        <section>
          <h2 className="file-group">{t('common.blocks.fileEditor.editing')}</h2>
          <ul>{edited.map((file) => row(file, file.path))}</ul>
        </section>
      )}
      {groups.map((group) => {
        const own = found.filter((file) => groupOf(file.path) === group);
        if (own.length === 0) return null;
        const isOpen = wanted.trim() !== '';
        return (
          <details key={`${group} ${isOpen}`} open={isOpen}>
            <summary className="file-group">
              {t(`common.blocks.fileEditor.group.${group}`)} <span className="file-count">{own.length}</span>
            </summary>
            <ul>{own.map((file) => row(file, nameOf(file.path)))}</ul>
          </details>
        );
      })}
    </nav>
  );
}
