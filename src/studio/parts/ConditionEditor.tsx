import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { pointerTo, pointerToPath } from '../../../engine/compiler/project/document.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import type { Cases, Given } from '../../../engine/config/cases.ts';
import { valueAt } from '../../../engine/config/valueAt.ts';
import { setValue } from '../../../engine/merge/index.ts';
import { readJson } from '../../../engine/merge/read.ts';
import { useText } from '../../../engine/react/text.tsx';
import type { ConditionContext, ListedCondition } from '../../../server/contract/staff/studioGraph.ts';
import type { FilesSession } from '../files/session.ts';
import { Condition } from './Condition.tsx';
import { ConditionCases } from './ConditionCases.tsx';
import { useTyped } from './useTyped.ts';

interface ConditionEditorProps {
  session: FilesSession;
  condition: Pick<ListedCondition, 'file' | 'pointer' | 'name' | 'cases' | 'governs'>;
  context: ConditionContext;
  /** What it decides, as people call that. */
  about: string;
  /** Stands before the cases. */
  children?: ReactNode;
}

/** A condition where it stands in its file, with what the compiler says about it and its cases, which go red while one types. */
export const ConditionEditor = observer(function ConditionEditor({ session, condition, context, about, children }: ConditionEditorProps) {
  const { t } = useText();
  const { file, pointer, name, cases, governs } = condition;
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const stored = stringAt(session.text(file), pointer);
  const { typed, type, leave } = useTyped(stored ?? '', (next, visit) => {
    const edited = setValue(session.text(file) ?? '', pointer, next);
    if ('text' in edited) void session.edit(word('did', { about }), [{ file, text: edited.text }], visit);
  });
  if (stored === undefined) return <p className="condition-note">{word('gone')}</p>;
  const mayEdit = session.find(file)?.mayEdit ?? session.mayEdit(file);
  return (
    <>
      <div onBlur={leave}>
        <Condition source={typed} fields={context.fields as Field[]} named={context.named} isReadOnly={!mayEdit} onChange={type} />
      </div>
      {(session.problems ?? [])
        .filter((problem) => problem.file === file && problem.pointer === pointer)
        .map(({ code, severity, message, fix }) => (
          <div key={`${code} ${message}`} className={`finding finding-${severity}`}>
            <p>{message}</p>
            {fix !== undefined && <p className="finding-fix">{fix}</p>}
          </div>
        ))}
      {children}
      {governs !== 'named' && (
        <ConditionCases
          source={typed}
          context={context}
          cases={casesOf(cases === undefined ? undefined : session.text(cases), name)}
          isReadOnly={!mayEdit || cases === undefined}
          onAdd={(outcome, given) => {
            const text = cases === undefined ? undefined : withCase(session.text(cases) ?? '', name, outcome, given);
            if (cases !== undefined && text !== undefined) void session.edit(word('didCase', { about }), [{ file: cases, text }]);
          }}
        />
      )}
    </>
  );
});

function stringAt(text: string | null | undefined, pointer: string): string | undefined {
  const found = typeof text === 'string' ? valueAt(readJson(text)?.value, pointerToPath(pointer).map(String)) : undefined;
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
