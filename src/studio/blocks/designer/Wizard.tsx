import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import { ScaffoldError } from '../../../../engine/scaffold/draft.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { FilledContext, useField, useFilled } from '../../files/useKept.ts';
import { useWord, useWorkbench } from './model.ts';
import { QuestionFields, StepFields } from './QuestionFields.tsx';
import { Refused } from './scratch.ts';
import type { Restructured, Slot } from './structure.ts';
import { FaultContext, Field, type FieldsProps, isWorded, Texts, useMark, type Wording } from './WizardParts.tsx';
import { type Addable, keptWizard, nameFrom, newBlock, newCode, newEnum, newScreen, palette, textIn } from './wizards.ts';

export interface WizardProps {
  adds: Addable;
  title: string;
  /** Where to add the new part: a list in a file, or no particular place. */
  to: Slot;
  /** Whether it was started on an earlier visit to the page. */
  isReopened?: boolean | undefined;
  onDone: (made: Restructured) => void;
  onCancel: () => void;
}

/** Asks a few questions, then creates everything that a new part needs, in all languages. */
export const Wizard = observer(function Wizard({ adds, title, to, isReopened, onDone, onCancel }: WizardProps) {
  const word = useWord();
  const { session } = useWorkbench();
  const filled = useFilled(session.forms, keptWizard(adds, to));
  const heading = useRef<HTMLHeadingElement>(null);
  const [fault, setFault] = useState('');
  /** Counts attempts with empty fields. */
  const [incomplete, setIncomplete] = useState(0);
  const section = useRef<HTMLElement>(null);
  const why = useId();
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (incomplete > 0) section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [incomplete]);
  const make = (made: () => Restructured | undefined) => {
    try {
      const result = made();
      if (result) onDone(result);
      else {
        setFault(word('wizard.incomplete'));
        setIncomplete((count) => count + 1);
      }
    } catch (error) {
      if (!(error instanceof ScaffoldError) && !(error instanceof Refused)) throw error;
      setFault(error.message);
    }
  };
  const Fields = fieldsOf[adds];
  return (
    <section ref={section} className="designer-inspector" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {isReopened && <p>{word('wizard.begun')}</p>}
      <FilledContext value={filled}>
        <FaultContext value={incomplete > 0 ? why : undefined}>
          <Fields
            to={to}
            make={make}
            actions={
              <>
                {fault !== '' && (
                  <p role="alert" id={why} className="designer-fault">
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
        </FaultContext>
      </FilledContext>
    </section>
  );
});

const ScreenFields = observer(function ScreenFields({ make, actions }: FieldsProps) {
  const { design } = useWorkbench();
  const word = useWord();
  const [title, setTitle] = useField<Wording>('title', {});
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
  const mark = useMark();
  const [name, setName] = useField('name', '');
  const [labels, setLabels] = useField<readonly Wording[]>('labels', [{}, {}]);
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
        {(id) => <input id={id} value={name} {...mark(name.trim() === '')} onChange={({ target }) => setName(target.value)} />}
      </Field>
      {labels.map((label, index) => (
        <Texts
          // Rows have no identity other than their index.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={`${word('wizard.code')} ${index + 1}`}
          isOptional={index > 0 || labels.some((each) => isWorded(each, design.main))}
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
  const [label, setLabel] = useField<Wording>('label', {});
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
  const [name, setName] = useField('block', 'heading');
  const [label, setLabel] = useField<Wording>('label', {});
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
