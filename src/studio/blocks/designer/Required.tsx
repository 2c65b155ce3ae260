import { observer } from 'mobx-react-lite';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useWord, useWorkbench } from './model.ts';
import { useKept } from '../../files/useKept.ts';
import { missingKey, require } from './required.ts';
import { isWorded, Texts, type Wording } from './WizardParts.tsx';

/** Whether a question must be answered. Asks for the error text at once, because a required question without one is an error. */
export const Required = observer(function Required({ file, name }: { file: string; name: string }) {
  const { design, mayEdit, edit, session } = useWorkbench();
  const word = useWord();
  const [missing, setMissing] = useKept<Wording | undefined>(session.forms, `required ${file} ${name}`, undefined);
  const list = design.at({ file, pointer: '/required' });
  const isRequired = Array.isArray(list) && list.includes(name);
  const did = word('did.set', { what: word('required') });
  const set = (words: Wording) => {
    setMissing(undefined);
    void edit(did, (scratch) => require(scratch, file, name, words));
  };
  const choose = (isOn: boolean) => {
    if (!isOn) {
      setMissing(undefined);
      if (isRequired) void edit(did, (scratch) => scratch.removeFrom(file, '/required', name));
    } else if (design.word(design.main, missingKey(design, file, name))) set({});
    else setMissing({});
  };
  return (
    <>
      <label className="designer-check">
        <input
          type="checkbox"
          checked={isRequired || missing !== undefined}
          disabled={!mayEdit}
          onChange={({ target }) => choose(target.checked)}
        />{' '}
        {word('required')}
      </label>
      {missing && !isRequired && (
        <form
          className="designer-asks"
          onSubmit={(event) => {
            event.preventDefault();
            if (isWorded(missing, design.main)) set(missing);
          }}
        >
          <Texts label={word('wizard.missing')} value={missing} onChange={setMissing} />
          <p className="designer-actions">
            <Button type="submit" off={!isWorded(missing, design.main)}>
              {word('require')}
            </Button>
            <Button tone="secondary" onClick={() => setMissing(undefined)}>
              {word('wizard.cancel')}
            </Button>
          </p>
        </form>
      )}
    </>
  );
});
