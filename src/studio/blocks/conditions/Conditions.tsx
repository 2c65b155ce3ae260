import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { AppLink } from '../../../../engine/react/parts/AppLink.tsx';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { ConditionReach, ListedCondition } from '../../../../server/contract/staff/studioGraph.ts';
import type { FilesSession } from '../../files/session.ts';
import { OpenConflicts } from '../../files/OpenConflicts.tsx';
import { UnsentTexts } from '../../files/UnsentTexts.tsx';
import { UndoBar } from '../../files/UndoBar.tsx';
import { useFiles } from '../../files/useFiles.ts';
import { conditionAt, ConditionEditor } from '../../parts/ConditionEditor.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { useConditionContext } from '../../parts/useConditionContext.ts';
import type { ConditionsOptions } from './definition.ts';

const keyOf = ({ file, pointer }: Pick<ListedCondition, 'file' | 'pointer'>): string => `${file}#${pointer}`;

export const Conditions = observer(function Conditions({ block }: { block: BlockValue & ConditionsOptions }) {
  const { screen, cel } = useScope();
  const { place } = screen;
  const { t } = useText();
  const session = useFiles(block);
  const change = String(cel(block.change));
  const listed = (useAnswer(block.list, { id: change }) as { conditions: readonly ListedCondition[] } | undefined)?.conditions;
  const [chosen, setChosen] = useState(`${place.query['file'] ?? ''}#${place.query['at'] ?? ''}`);
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
  const { file: path } = condition;
  const context = useConditionContext(block.context, change, condition, conditionAt(session, condition) !== undefined);
  useEffect(() => {
    session.watch(path);
    void session.load();
  }, [session, path]);
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const file = session.find(path);
  if (!context || !session.isLoaded || !file || file.state === 'loading') return <p className="file-nothing">{t('common.loading')}</p>;
  const own = (session.problems ?? []).filter((problem) => problem.file === path && problem.pointer === condition.pointer);
  const about = word(`governs.${condition.governs}`, { about: condition.about });
  return (
    <section className="condition-editor" aria-labelledby={id}>
      <h2 id={id}>{about}</h2>
      <AppLink to={`/changes/${change}/files?file=${encodeURIComponent(path)}&line=${condition.line}`}>
        {word('file', { file: path, line: condition.line })}
      </AppLink>
      <UnsentTexts session={session} />
      <OpenConflicts session={session} />
      {file.mayEdit && <UndoBar session={session} hasState />}
      <ConditionEditor session={session} place={condition} context={context} about={about}>
        {own.map(({ code, severity, message, fix }) => (
          <div key={`${code} ${message}`} className={`finding finding-${severity}`}>
            <p>{message}</p>
            {fix !== undefined && <p className="finding-fix">{fix}</p>}
          </div>
        ))}
        <Reach key={file.text} block={block} change={change} condition={condition} />
      </ConditionEditor>
    </section>
  );
});

/** How many past applications the condition would hold for. Runs only on request, because each query is rate-limited and audited. */
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
