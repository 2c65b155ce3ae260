import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import type { Cases, Given } from '../../../../engine/config/cases.ts';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { valueAt } from '../../../../engine/config/valueAt.ts';
import { pointerTo, pointerToPath } from '../../../../engine/compiler/project/document.ts';
import type { Field } from '../../../../engine/conditions/vocabulary.ts';
import { setValue } from '../../../../engine/merge/index.ts';
import { readJson } from '../../../../engine/merge/read.ts';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { AppLink } from '../../../../engine/react/parts/AppLink.tsx';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { ConditionContext, ConditionReach, ListedCondition } from '../../../../server/contract/staff/studioGraph.ts';
import type { FilesSession } from '../../files/session.ts';
import { UndoBar } from '../../files/UndoBar.tsx';
import { useFiles } from '../../files/useFiles.ts';
import { Condition } from '../../parts/Condition.tsx';
import { ConditionCases } from '../../parts/ConditionCases.tsx';
import { Conflicts } from '../../parts/Conflicts.tsx';
import type { ConditionsOptions } from './definition.ts';
import './conditions.css';

const keyOf = ({ file, pointer }: Pick<ListedCondition, 'file' | 'pointer'>): string => `${file}#${pointer}`;

export const Conditions = observer(function Conditions({ block }: { block: BlockValue & ConditionsOptions }) {
  const { screen, cel } = useScope();
  const { engine, host, place } = screen;
  const { t } = useText();
  const session = useFiles(block);
  const change = String(cel(block.change));
  const [listed, setListed] = useState<readonly ListedCondition[]>();
  const [chosen, setChosen] = useState(`${place.query['file'] ?? ''}#${place.query['at'] ?? ''}`);
  useEffect(() => {
    let isOver = false;
    engine.call(block.list, { id: change }).then(
      (answer) => isOver || setListed((answer as { conditions: ListedCondition[] }).conditions),
      (error: unknown) => isOver || host.react(error, {}),
    );
    return () => void (isOver = true);
  }, [block.list, change, engine, host]);
  if (!listed) return <p className="file-nothing">{t('common.loading')}</p>;
  const condition = listed.find((each) => keyOf(each) === chosen);
  return (
    <div className="conditions">
      <List
        conditions={listed}
        chosen={chosen}
        onChoose={(each) => {
          setChosen(keyOf(each));
          setQuery(screen, { file: each.file, at: each.pointer });
        }}
      />
      {condition ? (
        <Editor key={chosen} block={block} change={change} condition={condition} session={session} />
      ) : (
        <p className="file-nothing">{t('common.blocks.conditions.choose')}</p>
      )}
    </div>
  );
});

const pageSize = 40;

interface ListProps {
  conditions: readonly ListedCondition[];
  chosen: string;
  onChoose: (condition: ListedCondition) => void;
}

function List({ conditions, chosen, onChoose }: ListProps) {
  const { t } = useText();
  const id = useId();
  const [sought, setSought] = useState('');
  const [most, setMost] = useState(pageSize);
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const wanted = sought.trim().toLowerCase();
  const found = conditions.filter((each) =>
    [each.about, each.name, each.file, each.source].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <section className="condition-list" aria-label={word('shown', { count: found.length })}>
      <search>
        <label htmlFor={id}>{word('find')}</label>
        <input
          id={id}
          type="search"
          value={sought}
          placeholder={word('findHint')}
          autoComplete="off"
          onChange={({ target }) => {
            setSought(target.value);
            setMost(pageSize);
          }}
        />
      </search>
      <output className="condition-note">{found.length === 0 ? word('none') : word('shown', { count: found.length })}</output>
      <ul>
        {found.slice(0, most).map((each) => (
          <li key={keyOf(each)}>
            <button type="button" className="file-row" aria-current={keyOf(each) === chosen || undefined} onClick={() => onChoose(each)}>
              <span className="file-name">
                {word(`governs.${each.governs}`, { about: each.about })}
                <code>{each.source}</code>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > most && (
        <Button tone="secondary" onClick={() => setMost(most + pageSize)}>
          {word('more')}
        </Button>
      )}
    </section>
  );
}

interface EditorProps {
  block: ConditionsOptions;
  change: string;
  condition: ListedCondition;
  session: FilesSession;
}

const Editor = observer(function Editor({ block, change, condition, session }: EditorProps) {
  const { t } = useText();
  const id = useId();
  const { file: path, pointer, name, cases: casesPath } = condition;
  const context = useContext(block, change, condition);
  const { draft, type } = useDraft();
  useEffect(() => {
    session.watch(path);
    if (casesPath !== undefined) session.file(casesPath);
  }, [session, path, casesPath]);
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const file = session.find(path);
  if (!context || !file || file.state === 'loading') return <p className="file-nothing">{t('common.loading')}</p>;
  const stored = stringAt(file.text, pointer);
  const source = stored === undefined ? undefined : (draft ?? stored);
  const about = word(`governs.${condition.governs}`, { about: condition.about });
  const own = (session.problems ?? []).filter((problem) => problem.file === path && problem.pointer === pointer);
  return (
    <section className="condition-editor" aria-labelledby={id}>
      <h2 id={id}>{about}</h2>
      <AppLink to={`/changes/${change}/files?file=${encodeURIComponent(path)}&line=${condition.line}`}>
        {word('file', { file: path, line: condition.line })}
      </AppLink>
      {file.state === 'conflict' && <Conflicts conflicts={file.conflicts} onSettle={(keep) => file.settle(keep)} />}
      {file.mayEdit && <UndoBar session={session} hasState />}
      {source === undefined ? (
        <p className="condition-note">{word('gone')}</p>
      ) : (
        <>
          <Condition
            source={source}
            fields={context.fields as Field[]}
            named={context.named}
            isReadOnly={!file.mayEdit}
            onChange={(next) =>
              type(next, () => {
                const edited = setValue(session.text(path) ?? '', pointer, next);
                if ('text' in edited) void session.edit(word('did', { about }), [{ file: path, text: edited.text }]);
              })
            }
          />
          {own.map(({ code, severity, message, fix }) => (
            <div key={`${code} ${message}`} className={`finding finding-${severity}`}>
              <p>{message}</p>
              {fix !== undefined && <p className="finding-fix">{fix}</p>}
            </div>
          ))}
          <Reach key={stored} block={block} change={change} condition={condition} />
          {condition.governs !== 'named' && (
            <ConditionCases
              source={source}
              context={context}
              cases={casesOf(casesPath === undefined ? undefined : session.text(casesPath), name)}
              isReadOnly={!file.mayEdit || casesPath === undefined}
              onAdd={(outcome, given) => {
                const text = casesPath === undefined ? undefined : withCase(session.text(casesPath) ?? '', name, outcome, given);
                if (casesPath !== undefined && text !== undefined)
                  void session.edit(word('didCase', { about }), [{ file: casesPath, text }]);
              }}
            />
          )}
        </>
      )}
    </section>
  );
});

/** For how many past applications it would hold, on request: each question is limited and audited. */
function Reach({ block, change, condition: { file, pointer } }: Pick<EditorProps, 'block' | 'change' | 'condition'>) {
  const { screen } = useScope();
  const { t, formats } = useText();
  const [reach, setReach] = useState<ConditionReach>();
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const ask = () =>
    screen.engine.call(block.reach, { id: change, file, pointer }).then(
      (answer) => setReach(answer as ConditionReach),
      (error: unknown) => screen.host.react(error, {}),
    );
  const { state, considered = 0, holds = 0, fields = [] } = reach ?? {};
  return (
    <p className="condition-reach">
      <span>{word('reach')}</span>
      <Button tone="secondary" onClick={() => void ask()}>
        {word('reachNow')}
      </Button>
      <output>
        {state &&
          word(`reached.${state}`, { considered: formats.number(considered), holds: formats.number(holds), fields: fields.join(', ') })}
      </output>
    </p>
  );
}

const pauseMs = 500;

interface Waiting {
  timer: ReturnType<typeof setTimeout>;
  store: () => void;
}

function flush(waiting: { current: Waiting | undefined }): void {
  const { timer, store } = waiting.current ?? {};
  waiting.current = undefined;
  clearTimeout(timer);
  store?.();
}

/** What is typed until a pause, so that one undo takes back more than a letter. Nothing is lost when the editor goes. */
function useDraft() {
  const [draft, setDraft] = useState<string>();
  const waiting = useRef<Waiting>(undefined);
  useEffect(() => () => flush(waiting), []);
  const type = (next: string, store: () => void) => {
    clearTimeout(waiting.current?.timer);
    setDraft(next);
    const timer = setTimeout(() => {
      flush(waiting);
      setDraft(undefined);
    }, pauseMs);
    waiting.current = { timer, store };
  };
  return { draft, type };
}

function useContext(block: ConditionsOptions, change: string, { file, pointer }: ListedCondition): ConditionContext | undefined {
  const { screen } = useScope();
  const { engine, host } = screen;
  const [context, setContext] = useState<ConditionContext>();
  useEffect(() => {
    let isOver = false;
    engine.call(block.context, { id: change, file, pointer }).then(
      (answer) => isOver || setContext(answer as ConditionContext),
      (error: unknown) => isOver || host.react(error, {}),
    );
    return () => void (isOver = true);
  }, [block.context, change, file, pointer, engine, host]);
  return context;
}

function stringAt(text: string | null, pointer: string): string | undefined {
  const found = text === null ? undefined : valueAt(readJson(text)?.value, pointerToPath(pointer).map(String));
  return typeof found === 'string' ? found : undefined;
}

function casesOf(text: string | null | undefined, name: string): Cases['cases'][string] {
  const found = text ? (readJson(text)?.value as Partial<Cases> | undefined)?.cases?.[name] : undefined;
  return found ?? {};
}

/** The file of cases with one more. Undefined if it is there, or if the file cannot be read. */
function withCase(text: string, name: string, outcome: string, given: Given): string | undefined {
  const cases = casesOf(text, name);
  const all = cases[outcome] ?? [];
  if (all.some((each) => JSON.stringify(each) === JSON.stringify(given))) return undefined;
  const edited = setValue(text, pointerTo('/cases', name), { ...cases, [outcome]: [...all, given] });
  return 'text' in edited ? edited.text : undefined;
}
