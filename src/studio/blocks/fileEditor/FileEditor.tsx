import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import { Conflicts } from '../../parts/Conflicts.tsx';
import type { FileEditorOptions } from './definition.ts';
import { FileList } from './FileList.tsx';
import type { FileSession } from './fileSession.ts';
import { Problems } from './Problems.tsx';
import { TextEditor } from './TextEditor.tsx';
import { Workshop, type WorkshopApi } from './workshop.ts';

export const FileEditor = observer(function FileEditor({ block }: { block: BlockValue & FileEditorOptions }) {
  const { screen, cel } = useScope();
  const { engine, host } = screen;
  const id = String(cel(block.change));
  const workshop = useMemo(() => {
    const call = (operation: string, input: object) => engine.call(operation, { id, ...input }) as never;
    const api: WorkshopApi = {
      files: () => call(block.files, {}),
      open: (path) => call(block.file, { path }),
      save: (path, basedOn, text, settle) => call(block.save, { path, basedOn, text, ...(settle && { settle }) }),
      problems: () => call(block.problems, {}),
    };
    return new Workshop(id, api, (error) => host.react(error, {}));
  }, [id, engine, host, block]);
  useEffect(() => {
    const line = Number(screen.place.query['line']);
    void workshop.start(screen.place.query['file'] ?? '', line > 0 ? { line, column: 1 } : undefined);
    return () => workshop.stop();
  }, [workshop, screen]);

  const open = (path: string, at?: { line: number; column: number }) => {
    workshop.open(path, at);
    setQuery(screen, { file: path, line: undefined });
  };
  const counts = new Map<string, number>();
  for (const { file } of workshop.problems ?? []) counts.set(file, (counts.get(file) ?? 0) + 1);
  const { file } = workshop;
  return (
    <div className="file-editor">
      <FileList files={workshop.files} current={workshop.path} problems={counts} onOpen={open} />
      {file ? <OpenFile workshop={workshop} file={file} /> : <Nothing />}
      <Problems
        problems={workshop.problems}
        isChecking={workshop.isChecking}
        mayEdit={file?.state !== 'readOnly'}
        onGo={({ file: path, line, column }: Problem) => open(path, { line, column })}
        onFix={(problem) => void workshop.fix(problem)}
      />
    </div>
  );
});

function Nothing() {
  const { t } = useText();
  return <p className="file-nothing">{t('common.blocks.fileEditor.choose')}</p>;
}

const OpenFile = observer(function OpenFile({ workshop, file }: { workshop: Workshop; file: FileSession }) {
  const { t } = useText();
  const { path, problems = [] } = workshop;
  const own = problems.filter((problem) => problem.file === path);
  if (file.state === 'loading') return <p className="file-nothing">{t('common.loading')}</p>;
  return (
    <section className="file-open" aria-label={path}>
      <header className="file-head">
        <h2>{path}</h2>
        <output>{t(`common.blocks.fileEditor.${statusOf(file)}`)}</output>
      </header>
      {file.editors.length > 0 && (
        <p className="file-others">
          {t('common.blocks.fileEditor.others', { names: file.editors.join(', '), count: file.editors.length })}
        </p>
      )}
      {file.state === 'conflict' && <Conflicts conflicts={file.conflicts} onSettle={(keep) => file.settle(keep)} />}
      <TextEditor
        key={path}
        path={path}
        label={path}
        text={file.text}
        isReadOnly={file.state === 'readOnly' || file.state === 'conflict'}
        problems={own}
        target={workshop.target}
        onType={(text) => file.type(text)}
      />
    </section>
  );
});

function statusOf(file: FileSession): string {
  if (file.state === 'readOnly' || file.state === 'offline') return file.state;
  if (file.state !== 'saved') return 'saving';
  if (file.isMerged) return 'merged';
  return file.isRestored ? 'restored' : 'saved';
}
