import { observer } from 'mobx-react-lite';
import { type Question, questionTypes } from '../../../../engine/scaffold/question.ts';
import { useField } from '../../files/useKept.ts';
import { nameOfId } from './design.ts';
import { useWord, useWorkbench } from './model.ts';
import { orderOf } from './tree.ts';
import { Field, type FieldsProps, isWorded, Texts, useMark, type Wording } from './WizardParts.tsx';
import { deciders, nameFrom, newQuestion, newStep } from './wizards.ts';

interface OnlyAfterProps {
  file: string;
  only: Question['only'];
  onChange: (only: Question['only']) => void;
}

/** The condition of a question: certain answers to an earlier one. */
const OnlyAfter = observer(function OnlyAfter({ file, only, onChange }: OnlyAfterProps) {
  const { design } = useWorkbench();
  const word = useWord();
  const mark = useMark();
  const before = deciders(design, file);
  const decider = before.find(({ name }) => name === only?.field);
  const labelOf = (code: string | boolean): string => {
    if (typeof code === 'boolean') return word(code ? 'yes' : 'no');
    return (decider?.enum !== undefined && design.shown(`enums.${decider.enum}.${code}`)) || code;
  };
  const toggle = (code: string | boolean, isOn: boolean) =>
    only && onChange({ ...only, codes: isOn ? [...only.codes, code] : only.codes.filter((each) => each !== code) });
  return (
    <>
      <Field label={word('wizard.only')}>
        {(id) => (
          <select
            id={id}
            value={only?.field ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? undefined : { field: target.value, codes: [] })}
          >
            <option value="">{word('wizard.always')}</option>
            {before.map(({ name }) => (
              <option key={name} value={name}>
                {design.shown(`forms.${design.idOf(file)}.${name}.label`) ?? nameOfId(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {only && decider && (
        <fieldset className="designer-codes">
          <legend>{word('wizard.answers')}</legend>
          {decider.codes.map((code) => (
            <label key={String(code)} className="designer-check">
              <input
                type="checkbox"
                checked={only.codes.includes(code)}
                {...mark(only.codes.length === 0)}
                onChange={({ target }) => toggle(code, target.checked)}
              />{' '}
              {labelOf(code)}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
});

/** The details of a question, as the form of a wizard. */
function useQuestion(file: string | undefined) {
  const { design } = useWorkbench();
  const word = useWord();
  const [label, setLabel] = useField<Wording>('label', {});
  const [type, setType] = useField<Question['type']>('type', 'text');
  const [list, setList] = useField('list', '');
  const [isRequired, setRequired] = useField('isRequired', false);
  const [missing, setMissing] = useField<Wording>('missing', {});
  const [only, setOnly] = useField<Question['only']>('only', undefined);
  const before = file === undefined ? [] : deciders(design, file);
  const taken = (name: string) => file !== undefined && design.at({ file, pointer: `/properties/${name}` }) !== undefined;
  const isDone = isWorded(label, design.main) && (!isRequired || isWorded(missing, design.main)) && (!only || only.codes.length > 0);
  const question = (): Question | undefined =>
    isDone
      ? {
          name: nameFrom(label[design.main] ?? '', taken),
          type,
          label,
          ...(type === 'choice' && { enum: list || design.ids('enum')[0] }),
          ...(isRequired && { required: missing }),
          ...(only && { only }),
        }
      : undefined;
  const fields = (
    <>
      <Texts label={word('wizard.question')} value={label} onChange={setLabel} />
      <Field label={word('wizard.kind')}>
        {(id) => (
          <select id={id} value={type} onChange={({ target }) => setType(target.value as Question['type'])}>
            {questionTypes.map((each) => (
              <option key={each} value={each}>
                {word(`wizard.type.${each}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {type === 'choice' && (
        <Field label={word('wizard.list')}>
          {(id) => (
            <select id={id} value={list} onChange={({ target }) => setList(target.value)}>
              {design.ids('enum').map((each) => (
                <option key={each} value={each}>
                  {nameOfId(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <label className="designer-check">
        <input type="checkbox" checked={isRequired} onChange={({ target }) => setRequired(target.checked)} /> {word('wizard.required')}
      </label>
      {isRequired && <Texts label={word('wizard.missing')} value={missing} onChange={setMissing} />}
      {before.length > 0 && <OnlyAfter file={file ?? ''} only={only} onChange={setOnly} />}
    </>
  );
  return { question, fields };
}

export const QuestionFields = observer(function QuestionFields({ to, make, actions }: FieldsProps) {
  const { design } = useWorkbench();
  const { question, fields } = useQuestion(to.file);
  const { file, index } = to;
  const at = Math.min(index, orderOf(design, file).length);
  return (
    <form
      onSubmit={(event) => (
        event.preventDefault(),
        make(() => {
          const asked = question();
          return asked && newQuestion(design, file, asked, at);
        })
      )}
    >
      {fields}
      {actions}
    </form>
  );
});

export const StepFields = observer(function StepFields({ to, make, actions }: FieldsProps) {
  const { design } = useWorkbench();
  const word = useWord();
  const [title, setTitle] = useField<Wording>('title', {});
  const { question, fields } = useQuestion(undefined);
  const made = () => {
    const asked = question();
    if (!asked || !isWorded(title, design.main)) return undefined;
    const taken = new Set([...design.ids('form'), ...design.ids('screen')]);
    const id = nameFrom(title[design.main] ?? '', (each) => taken.has(each));
    return newStep(design, to.file, id, { title, question: asked, at: to.index });
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), make(made))}>
      <Texts label={word('wizard.title')} value={title} onChange={setTitle} />
      {fields}
      {actions}
    </form>
  );
});
