import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ScaffoldError } from '../../../../engine/scaffold/draft.ts';
import { type Question, questionTypes } from '../../../../engine/scaffold/question.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { nameOfId } from './design.ts';
import { useWord, useWorkbench } from './model.ts';
import { Refused } from './scratch.ts';
import type { Restructured, Slot } from './structure.ts';
import { orderOf } from './tree.ts';
import {
  type Addable,
  deciders,
  nameFrom,
  newBlock,
  newCode,
  newEnum,
  newQuestion,
  newScreen,
  newStep,
  palette,
  textIn,
} from './wizards.ts';

type Wording = Readonly<Record<string, string>>;

export interface WizardProps {
  adds: Addable;
  title: string;
  /** Where it is added: the list of a file, or nowhere in particular. */
  to: Slot;
  onDone: (made: Restructured) => void;
  onCancel: () => void;
}

/** A few questions, and everything that belongs to a new thing is there, in all languages. */
export const Wizard = observer(function Wizard({ adds, title, to, onDone, onCancel }: WizardProps) {
  const word = useWord();
  const heading = useRef<HTMLHeadingElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => heading.current?.focus(), []);
  const make = (made: () => Restructured | undefined) => {
    try {
      const result = made();
      if (result) onDone(result);
      else setFault(word('wizard.incomplete'));
    } catch (error) {
      if (!(error instanceof ScaffoldError) && !(error instanceof Refused)) throw error;
      setFault(error.message);
    }
  };
  const Fields = fieldsOf[adds];
  return (
    <section className="designer-inspector" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <Fields
        to={to}
        make={make}
        actions={
          <>
            {fault !== '' && (
              <p role="alert" className="designer-fault">
                {fault}
              </p>
            )}
            <p className="designer-actions">
              <Button type="submit">{word('wizard.add')}</Button>
              <Button tone="secondary" onClick={onCancel}>
                {word('wizard.cancel')}
              </Button>
            </p>
          </>
        }
      />
    </section>
  );
});

interface FieldsProps {
  to: Slot;
  make: (made: () => Restructured | undefined) => void;
  actions: ReactNode;
}

/** Texts in every language. */
const Texts = observer(function Texts({ label, value, onChange }: { label: string; value: Wording; onChange: (value: Wording) => void }) {
  const { design } = useWorkbench();
  return (
    <fieldset className="designer-words">
      <legend>{label}</legend>
      <div className="designer-languages">
        {design.languages.map(({ code, name }) => (
          <label key={code}>
            <span>{name}</span>
            <input
              lang={code}
              aria-label={`${label}, ${name}`}
              value={value[code] ?? ''}
              onChange={({ target }) => onChange({ ...value, [code]: target.value })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
});

function Field({ label, hint, children }: { label: string; hint?: string | undefined; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="designer-property">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <p className="designer-hint">{hint}</p>}
    </div>
  );
}

const isWorded = (wording: Wording, main: string): boolean => Boolean(wording[main]?.trim());

interface OnlyAfterProps {
  file: string;
  only: Question['only'];
  onChange: (only: Question['only']) => void;
}

/** The condition of a question: some answers to an earlier one. */
const OnlyAfter = observer(function OnlyAfter({ file, only, onChange }: OnlyAfterProps) {
  const { design } = useWorkbench();
  const word = useWord();
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
              <input type="checkbox" checked={only.codes.includes(code)} onChange={({ target }) => toggle(code, target.checked)} />{' '}
              {labelOf(code)}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
});

/** What a person says about a question, as the form of a wizard. */
function useQuestion(file: string | undefined) {
  const { design } = useWorkbench();
  const word = useWord();
  const [label, setLabel] = useState<Wording>({});
  const [type, setType] = useState<Question['type']>('text');
  const [list, setList] = useState('');
  const [isRequired, setRequired] = useState(false);
  const [missing, setMissing] = useState<Wording>({});
  const [only, setOnly] = useState<Question['only']>();
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

const QuestionFields = observer(function QuestionFields({ to, make, actions }: FieldsProps) {
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

const StepFields = observer(function StepFields({ to, make, actions }: FieldsProps) {
  const { design } = useWorkbench();
  const word = useWord();
  const [title, setTitle] = useState<Wording>({});
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

const ScreenFields = observer(function ScreenFields({ make, actions }: FieldsProps) {
  const { design } = useWorkbench();
  const word = useWord();
  const [title, setTitle] = useState<Wording>({});
  const made = () => {
    if (!isWorded(title, design.main)) return undefined;
    const id = nameFrom(title[design.main] ?? '', (each) => design.ids('screen').includes(each));
    return newScreen(design, id, title);
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), make(made))}>
      <Texts label={word('wizard.title')} value={title} onChange={setTitle} />
      {actions}
    </form>
  );
});

const EnumFields = observer(function EnumFields({ make, actions }: FieldsProps) {
  const { design } = useWorkbench();
  const word = useWord();
  const [name, setName] = useState('');
  const [labels, setLabels] = useState<readonly Wording[]>([{}, {}]);
  const made = () => {
    const worded = labels.filter((label) => isWorded(label, design.main));
    if (name.trim() === '' || worded.length === 0) return undefined;
    const codes: { code: string; label: Wording }[] = [];
    for (const label of worded)
      codes.push({ code: nameFrom(label[design.main] ?? '', (each) => codes.some(({ code }) => code === each)), label });
    return newEnum(
      design,
      nameFrom(name, (each) => design.ids('enum').includes(each)),
      codes,
    );
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), make(made))}>
      <Field label={word('wizard.id')} hint={word('wizard.idHint')}>
        {(id) => <input id={id} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      {labels.map((label, index) => (
        <Texts
          // Rows have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={`${word('wizard.code')} ${index + 1}`}
          value={label}
          onChange={(value) => setLabels(labels.with(index, value))}
        />
      ))}
      <Button tone="secondary" onClick={() => setLabels([...labels, {}])}>
        {word('addRow', { name: word('wizard.code') })}
      </Button>
      {actions}
    </form>
  );
});

const CodeFields = observer(function CodeFields({ to, make, actions }: FieldsProps) {
  const { design } = useWorkbench();
  const word = useWord();
  const [label, setLabel] = useState<Wording>({});
  const made = () => {
    const known = design.at({ file: to.file, pointer: '/enum' });
    const isTaken = (each: string) => Array.isArray(known) && known.includes(each);
    return isWorded(label, design.main)
      ? newCode(design, to.file, to.index, nameFrom(label[design.main] ?? '', isTaken), label)
      : undefined;
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), make(made))}>
      <Texts label={word('wizard.code')} value={label} onChange={setLabel} />
      {actions}
    </form>
  );
});

const BlockFields = observer(function BlockFields({ to, make, actions }: FieldsProps) {
  const { design } = useWorkbench();
  const word = useWord();
  const kinds = palette(design);
  const [name, setName] = useState('heading');
  const [label, setLabel] = useState<Wording>({});
  const chosen = kinds.find((each) => each.name === name);
  const says = chosen && textIn(chosen.schema) !== undefined;
  const made = () => (chosen && (!says || isWorded(label, design.main)) ? newBlock(design, to, chosen.schema, label) : undefined);
  return (
    <form onSubmit={(event) => (event.preventDefault(), make(made))}>
      <Field label={word('wizard.block')} hint={chosen?.description}>
        {(id) => (
          <select id={id} value={name} onChange={({ target }) => setName(target.value)}>
            {kinds.map((each) => (
              <option key={each.name} value={each.name}>
                {each.title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {says && <Texts label={word('wizard.text')} value={label} onChange={setLabel} />}
      {actions}
    </form>
  );
});

const fieldsOf = {
  question: QuestionFields,
  step: StepFields,
  screen: ScreenFields,
  enum: EnumFields,
  code: CodeFields,
  block: BlockFields,
} satisfies Record<Addable, unknown>;
