import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { pointerToPath } from '../../../engine/compiler/project/document.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import type { Given } from '../../../engine/config/cases.ts';
import { valueAt } from '../../../engine/config/valueAt.ts';
import { setValue } from '../../../engine/merge/index.ts';
import { readJson } from '../../../engine/merge/read.ts';
import { useText } from '../../../engine/react/text.tsx';
import type { ConditionContext } from '../../../server/contract/staff/studioGraph.ts';
import type { FilesSession } from '../files/session.ts';
import { Condition } from './Condition.tsx';
import { ConditionCases } from './ConditionCases.tsx';
import { casesOf, followWithCases, withCases } from './ownExamples.ts';
import type { PlaceOfCondition } from './useConditionContext.ts';
import { Theirs } from './Theirs.tsx';
import { useTyped } from './useTyped.ts';
import './conditions.css';

interface ConditionEditorProps {
  session: FilesSession;
  place: PlaceOfCondition;
  context: ConditionContext;
  /** Display name of what the condition decides. */
  about: string;
  /** Label of the CEL field, if it differs from the usual one. */
  label?: string;
  /** Content above the cases. */
  children?: ReactNode;
}

/** A condition edited in place in its file, with its cases, which turn red while somebody types. */
export const ConditionEditor = observer(function ConditionEditor({
  session,
  place,
  context,
  about,
  label,
  children,
}: ConditionEditorProps) {
  const { t } = useText();
  const { file, pointer } = place;
  const { name, cases, governs } = context;
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const stored = conditionAt(session, place);
  const { typed, type, leave, theirs, choose } = useTyped(stored ?? '', (next, visit) => {
    // Somebody else may have moved another condition to this pointer, or changed this one, since the last render.
    const edited = conditionAt(session, place) === stored ? setValue(session.text(file) ?? '', pointer, next) : undefined;
    if (!edited || !('text' in edited)) return session.lose(about, next);
    const did = word('did', { about });
    return void session.edit(did, [{ file, text: edited.text }], visit).then((isDone) => {
      if (!isDone) return session.lose(about, next);
      return followWithCases(session, did, { file, context, visit, from: stored, to: next });
    });
  });
  if (stored === undefined) return <p className="condition-note">{word('gone')}</p>;
  const mayEdit = session.find(file)?.mayEdit ?? session.mayEdit(file);
  return (
    <>
      <div onBlur={leave}>
        <Condition
          source={typed}
          fields={context.fields as Field[]}
          named={context.named}
          label={label}
          isReadOnly={!mayEdit}
          onChange={type}
        />
        <Theirs theirs={theirs} choose={choose} />
      </div>
      {children}
      {governs !== 'named' && (
        <ConditionCases
          source={typed}
          context={context}
          cases={casesOf(session.text(cases), name)}
          isReadOnly={!mayEdit || !session.mayEdit(cases)}
          kept={session.forms}
          isNarrow={label !== undefined}
          onAdd={async (outcome, given) => {
            const text = withCase(session.text(cases), { of: file, path: cases, name }, outcome, given);
            return text !== undefined && session.edit(word('didCase', { about }), [{ file: cases, text }]);
          }}
        />
      )}
    </>
  );
});

/** The current condition at a place. Observable. */
export function conditionAt(session: FilesSession, { file, pointer }: PlaceOfCondition): string | undefined {
  const text = session.text(file);
  const found = typeof text === 'string' ? valueAt(readJson(text)?.value, pointerToPath(pointer).map(String)) : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Adds a case to the file of cases, creating the file if needed. Undefined if the case already exists, or if the file cannot be read. */
function withCase(
  known: string | null | undefined,
  at: { of: string; path: string; name: string },
  outcome: string,
  given: Given,
): string | undefined {
  const cases = casesOf(known, at.name);
  const all = cases[outcome] ?? [];
  if (all.some((each) => JSON.stringify(each) === JSON.stringify(given))) return undefined;
  return withCases(known, at, { ...cases, [outcome]: [...all, given] });
}
