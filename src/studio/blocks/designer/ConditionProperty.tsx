import { observer } from 'mobx-react-lite';
import { conditionOfRows } from '../../../../engine/conditions/rows.ts';
import { celOf } from '../../../../engine/conditions/tree.ts';
import type { Field } from '../../../../engine/conditions/vocabulary.ts';
import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { conditionAt, ConditionEditor } from '../../parts/ConditionEditor.tsx';
import { followWithCases } from '../../parts/ownExamples.ts';
import { newRow } from '../../parts/rowEdits.ts';
import { useConditionContext } from '../../parts/useConditionContext.ts';
import type { Place } from './design.ts';
import { useWord, useWorkbench } from './model.ts';

interface ConditionPropertyProps {
  place: Place;
  label: string;
  isRequired: boolean;
}

/** The editor of a condition inside the inspector: as rows or as CEL, in words, with its test cases. */
export const ConditionProperty = observer(function ConditionProperty({ place, label, isRequired }: ConditionPropertyProps) {
  const { session, mayEdit, edit, conditionOperation } = useWorkbench();
  const word = useWord();
  const isWritten = conditionAt(session, place) !== undefined;
  const context = useConditionContext(conditionOperation, session.change, place, isWritten);
  if (!context) return null;
  const first = (context.fields as Field[]).find(({ options }) => options) ?? (context.fields as Field[])[0];
  const begin = first && conditionOfRows({ joined: 'all', rows: [newRow(first)] });
  if (!isWritten) {
    if (!mayEdit || !begin) return null;
    const add = async () => {
      const [did, visit, to] = [word('did.set', { what: label }), {}, celOf(begin)];
      const isDone = await edit(did, (scratch) => scratch.set(place.file, place.pointer, to), visit);
      if (isDone) await followWithCases(session, did, { file: place.file, context, visit, to });
    };
    return (
      <p className="designer-actions">
        <Button tone="secondary" onClick={() => void add()}>
          {word('addCondition')}
        </Button>
      </p>
    );
  }
  return (
    <fieldset className="designer-condition" aria-label={label}>
      <ConditionEditor session={session} place={place} context={context} about={label} label={label} />
      {mayEdit && !isRequired && (
        <p className="designer-actions">
          <Button
            tone="quiet"
            onClick={() =>
              void edit(word('did.unset', { what: label }), (scratch) => {
                scratch.remove(place.file, place.pointer);
                scratch.remove(context.cases, pointerTo('/cases', context.name));
              })
            }
          >
            {word('removeCondition')}
          </Button>
        </p>
      )}
    </fieldset>
  );
});
