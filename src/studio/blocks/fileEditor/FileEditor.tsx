import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import { placeAt } from '../../files/placeAt.ts';
import { FileComments } from '../../files/FileComments.tsx';
import type { FileSession } from '../../files/fileSession.ts';
import type { FilesSession } from '../../files/session.ts';
import { UnsentTexts } from '../../files/UnsentTexts.tsx';
import { UndoBar } from '../../files/UndoBar.tsx';
import { useFiles } from '../../files/useFiles.ts';
import { Conflicts } from '../../parts/Conflicts.tsx';
import type { FileEditorOptions } from './definition.ts';
import type { Design } from '../designer/design.ts';
import { useDesign } from '../designer/useDesign.ts';
import { DeadEnds } from './DeadEnds.tsx';
import { FileList } from './FileList.tsx';
import { Problems } from './Problems.tsx';
import { TextEditor } from './TextEditor.tsx';

/** Loads lazily when somebody compares. */
const RawDiff = lazy(async () => ({ default: (await import('./RawDiff.tsx')).RawDiff }));

export const FileEditor = observer(function FileEditor({ block }: { block: BlockValue & FileEditorOptions }) {
  const { screen } = useScope();
  const { t } = useText();
  const session = useFiles(block);
  const design = useDesign(session, block.metaSchemas);
  const [path, setPath] = useState(screen.place.query['file'] ?? '');
  const [target, setTarget] = useState(() => placeIn(screen.place.query));
  const [pointer, setPointer] = useState(screen.place.query['at']);

  const open = (next: string, at?: { line: number; column: number }) => {
    setPath(next);
    setTarget(at);
    setPointer(undefined);
    setQuery(screen, { file: next, line: undefined, at: undefined });
  };
  const counts = new Map<string, number>();
  for (const { file } of session.problems ?? []) counts.set(file, (counts.get(file) ?? 0) + 1);
  const fix = (problem: Problem) => {
    void session.fix(problem, t('common.blocks.fileEditor.fixed'));
    open(problem.file, { line: problem.line, column: problem.column });
  };
  return (
    <div className="file-editor">
      <FileList files={session.files} current={path} problems={counts} onOpen={open} />
      {path === '' ? <Nothing /> : <OpenFile session={session} design={design} path={path} target={target} pointer={pointer} />}
      {path !== '' && (
        <FileComments
          change={session.change}
          path={path}
          comments={block.comments}
          onGo={(at) => {
            setTarget(undefined);
            setPointer(at);
          }}
        />
      )}
      <Problems
        problems={session.problems}
        isChecking={session.isChecking}
        mayEdit={session.find(path)?.state !== 'readOnly'}
        onGo={({ file, line, column }: Problem) => open(file, { line, column })}
        onFix={fix}
      >
        <DeadEnds
          change={session.change}
          operation={block.graph}
          revision={session.checkedRevision}
          onGo={({ file, line, column }) => open(file, { line, column })}
        />
      </Problems>
    </div>
  );
});

interface Place {
  line: number;
  column: number;
}

function placeIn(query: Readonly<Record<string, string>>): Place | undefined {
  const line = Number(query['line']);
  return line > 0 ? { line, column: 1 } : undefined;
}

function Nothing() {
  const { t } = useText();
  return <p className="file-nothing">{t('common.blocks.fileEditor.choose')}</p>;
}

interface OpenFileProps {
  session: FilesSession;
  design: Design | undefined;
  path: string;
  target: Place | undefined;
  /** JSON pointer to show initially, until somebody chooses another place. */
  pointer: string | undefined;
}

const OpenFile = observer(function OpenFile({ session, design, path, target, pointer }: OpenFileProps) {
  const { t } = useText();
  const { problems } = session;
  const [compares, setCompares] = useState(false);
  // Memoized, because a new list would redraw the marks at each key press.
  const own = useMemo(() => (problems ?? []).filter((problem) => problem.file === path), [problems, path]);
  const file = session.find(path);
  const { text, state } = file ?? {};
  const isLoaded = typeof text === 'string' && state !== 'loading';
  // Computed once, from the text that was opened: the cursor must not jump while the person types.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const pointed = useMemo(() => (pointer === undefined || !isLoaded ? undefined : placeAt(text, pointer)), [pointer, path, isLoaded]);
  useEffect(() => void session.watch(path), [session, path]);
  if (!file || file.state === 'loading') return <p className="file-nothing">{t('common.loading')}</p>;
  return (
    <section className="file-open" aria-label={path}>
      <header className="file-head">
        <h2>{path}</h2>
        <output>{t(`common.blocks.fileEditor.${statusOf(file)}`)}</output>
      </header>
      <div className="file-bar">
        <UndoBar session={session} />
        {file.before !== null && file.before !== file.text && (
          <label className="file-compare">
            <input type="checkbox" checked={compares} onChange={({ target: box }) => setCompares(box.checked)} />{' '}
            {t('common.blocks.fileEditor.compare')}
          </label>
        )}
      </div>
      {file.editors.length > 0 && (
        <p className="file-others">
          {t('common.blocks.fileEditor.others', { names: file.editors.join(', '), count: file.editors.length })}
        </p>
      )}
      <UnsentTexts session={session} />
      {file.state === 'conflict' && <Conflicts conflicts={file.conflicts} onSettle={(keep) => file.settle(keep)} />}
      {compares && file.before !== null && file.before !== file.text ? (
        <Suspense fallback={<p className="file-nothing">{t('common.loading')}</p>}>
          <RawDiff
            path={path}
            label={t('common.blocks.fileEditor.compared', { file: path })}
            before={file.before}
            after={file.text ?? ''}
          />
        </Suspense>
      ) : (
        <TextEditor
          key={path}
          path={path}
          label={path}
          text={file.text ?? ''}
          isReadOnly={file.state === 'readOnly' || file.state === 'conflict'}
          problems={own}
          target={target ?? pointed}
          design={design}
          onType={(text) => file.type(text)}
        />
      )}
    </section>
  );
});

function statusOf(file: FileSession): string {
  if (file.state === 'readOnly' || file.state === 'offline') return file.state;
  if (file.state !== 'saved') return 'saving';
  if (file.isMerged) return 'merged';
  return file.isRestored ? 'restored' : 'saved';
}
