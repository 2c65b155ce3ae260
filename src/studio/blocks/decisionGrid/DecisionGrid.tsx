import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { AppLink } from '../../../../engine/react/parts/AppLink.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { FilesSession } from '../../files/session.ts';
import { OpenConflicts } from '../../files/OpenConflicts.tsx';
import { UnsentTexts } from '../../files/UnsentTexts.tsx';
import { UndoBar } from '../../files/UndoBar.tsx';
import { useFiles } from '../../files/useFiles.ts';
import { FileChoice, useFileChoice } from '../../parts/FileChoice.tsx';
import { BacktestPanel } from './BacktestPanel.tsx';
import type { DecisionGridOptions } from './definition.ts';
import { Grid } from './Grid.tsx';
import { readSheet } from './rows.ts';
import { TryIt } from './TryIt.tsx';
import { type Tried, useDescribed, useTableApi } from './useTable.ts';

const isTable = (path: string): boolean => path.endsWith('.decisions.json');

/** `flows/decisions/underwriting.decisions.json` → underwriting */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.decisions.json'.length);

export const DecisionGrid = observer(function DecisionGrid({ block }: { block: BlockValue & DecisionGridOptions }) {
  const { t } = useText();
  const session = useFiles(block);
  const tables = session.files.flatMap(({ path, state }) => (isTable(path) && state !== 'removed' ? [path] : []));
  const [path, choose] = useFileChoice(tables, tables[0]);
  if (path === undefined)
    return <p className="file-nothing">{t(session.files.length > 0 ? 'common.blocks.decisionGrid.none' : 'common.loading')}</p>;
  return (
    <section className="decisions">
      <FileChoice label={t('common.blocks.decisionGrid.table')} files={tables} path={path} nameOf={nameOf} onChoose={choose} />
      <Table key={path} block={block} session={session} path={path} />
    </section>
  );
});

const Table = observer(function Table({ block, session, path }: { block: DecisionGridOptions; session: FilesSession; path: string }) {
  const { cel, holds } = useScope();
  const { t } = useText();
  const file = session.find(path);
  useEffect(() => void session.watch(path), [session, path]);
  const described = useDescribed(block, session, nameOf(path));
  const api = useTableApi(block, session.change, nameOf(path));
  const [tried, setTried] = useState<Tried>();
  const word = (key: string, values?: Record<string, unknown>) => t(`common.blocks.decisionGrid.${key}`, values);
  if (!file || file.state === 'loading') return <p className="file-nothing">{t('common.loading')}</p>;
  const sheet = readSheet(file.text ?? '');
  const problems = session.problems ?? [];
  const own = problems.filter((problem) => problem.file === path);
  const elsewhere = problems.length - own.length;
  return (
    <>
      <p className="decisions-state">
        <output>
          {session.isChecking || !session.problems
            ? word('checking')
            : own.length === 0
              ? word('sound')
              : word('found', { count: own.length })}
        </output>
        {elsewhere > 0 && <span>{word('elsewhere', { count: elsewhere })}</span>}
        <AppLink className="link" to={`/changes/${encodeURIComponent(session.change)}/files?file=${encodeURIComponent(path)}`}>
          {word('openFile', { file: path })}
        </AppLink>
      </p>
      {file.editors.length > 0 && (
        <p className="file-others">{word('others', { names: file.editors.join(', '), count: file.editors.length })}</p>
      )}
      <UnsentTexts session={session} />
      <OpenConflicts session={session} />
      {file.state === 'readOnly' ? <p className="file-others">{word('readOnly')}</p> : <UndoBar session={session} hasState />}
      {sheet ? (
        <Grid
          name={nameOf(path)}
          sheet={sheet}
          columns={described.columns}
          decides={tried?.rows.findIndex((row) => row.decides)}
          onEdit={(name, edit, visit) => {
            const edited = edit(file.text ?? '');
            if (!('text' in edited) || !file.mayEdit) return false;
            void session.edit(name, [{ file: path, text: edited.text }], visit);
            return true;
          }}
          onLose={(cell, text) => session.lose(cell, text)}
          problems={own}
          isReadOnly={!file.mayEdit}
        />
      ) : (
        <p className="file-nothing">{word('unreadable')}</p>
      )}
      <TryIt described={described} api={api} today={String(cel(block.today))} version={session.problems} onTried={setTried} />
      {holds(block.mayBacktest) && (
        <BacktestPanel
          columns={described.columns}
          api={api}
          text={file.text ?? ''}
          waitsFor={session.state === 'saved' ? (problems.some(({ severity }) => severity === 'error') ? 'errors' : undefined) : 'save'}
        />
      )}
    </>
  );
});
