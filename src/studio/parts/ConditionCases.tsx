import type { ReactNode } from 'react';
import { contextOf, outcomeOf } from '../../../engine/compiler/cases/outcome.ts';
import { evaluator } from '../../../engine/conditions/evaluate.ts';
import { fieldsIn } from '../../../engine/conditions/paths.ts';
import { scopeOfFields } from '../../../engine/conditions/scope.ts';
import type { Field } from '../../../engine/conditions/vocabulary.ts';
import type { Given } from '../../../engine/config/cases.ts';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { ConditionContext } from '../../../server/contract/staff/studioGraph.ts';
import { fieldWords, type Speaking, valueWords } from './conditionWords.ts';
import type { Kept } from '../files/kept.ts';
import { useKept } from '../files/useKept.ts';
import type { OfOne } from './ownExamples.ts';
import { ValueInput } from './ValueInput.tsx';
import type { Value } from '../../../engine/conditions/tree.ts';

interface ConditionCasesProps {
  source: string;
  context: ConditionContext;
  cases: OfOne;
  isReadOnly: boolean;
  /** Stores a half-filled new case. */
  kept: Kept;
  /** Space is tight, so the form for a new case opens on demand. */
  isNarrow?: boolean;
  /**
   * @param outcome that the case expects
   * @returns false if the case could not be added
   */
  onAdd: (outcome: string, given: Given) => Promise<boolean>;
}

/** The test cases of a condition, evaluated while somebody types. Failed ones are red. */
export function ConditionCases({ source, context, cases, isReadOnly, kept, isNarrow = false, onAdd }: ConditionCasesProps) {
  const { t, formats } = useText();
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const fields = context.fields as Field[];
  const speaking: Speaking = { t, formats, named: context.named, fields: new Map(fields.map((field) => [field.path, field])) };
  const decide = deciderOf(source, context, fields);
  const rows = Object.entries(cases).flatMap(([expected, all]) => all.map((given) => ({ expected, given, found: decide(given) })));
  const failed = rows.filter(({ expected, found }) => found !== undefined && found !== expected).length;
  const outcome = (value: string | undefined) =>
    value === 'true' || value === 'false' ? word(`outcome.${value}`) : word('outcome.unreadable');
  const name = `case ${context.cases} ${context.name}`;
  const another = (
    <NewCase
      key={name}
      kept={kept}
      name={name}
      paths={fieldsIn(source, context.named)}
      fields={fields}
      speaking={speaking}
      decide={decide}
      outcome={outcome}
      onAdd={onAdd}
    />
  );
  return (
    <section className="condition-cases" aria-label={word('cases')}>
      <h3>{word('cases')}</h3>
      <output className={failed > 0 ? 'condition-failed' : 'condition-note'}>
        {rows.length === 0 ? word('noCases') : failed > 0 ? word('failed', { count: failed }) : word('allPass', { count: rows.length })}
      </output>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{word('given')}</th>
              <th scope="col">{word('expected')}</th>
              <th scope="col">{word('found')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ expected, given, found }) => (
              <tr key={`${expected} ${JSON.stringify(given)}`} className={found === expected ? undefined : 'condition-red'}>
                <td>{givenWords(given, speaking) || word('nothingGiven')}</td>
                <td>{outcome(expected)}</td>
                <td>
                  {outcome(found)}
                  {found !== expected && <span className="visually-hidden"> {word('otherwise')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!isReadOnly && (isNarrow ? <Folded title={word('newCase')}>{another}</Folded> : another)}
    </section>
  );
}

const Folded = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="condition-fold">
    <summary>{title}</summary>
    {children}
  </details>
);

type Decide = (given: Given) => string | undefined;

function deciderOf(source: string, { named, constants, features }: ConditionContext, fields: readonly Field[]): Decide {
  const scope = scopeOfFields(fields);
  const expression = evaluator(source, named, scope);
  return (given) => expression && outcomeOf(expression, 'bool', contextOf(given, scope, { constants, features }));
}

const givenWords = (given: Given, speaking: Speaking): string =>
  Object.entries(given)
    .map(([path, value]) => `${fieldWords(path, speaking)}: ${valueWords(value, path, speaking)}`)
    .join(' · ');

interface NewCaseProps {
  kept: Kept;
  name: string;
  paths: readonly string[];
  fields: readonly Field[];
  speaking: Speaking;
  decide: Decide;
  outcome: (value: string | undefined) => string;
  onAdd: (outcome: string, given: Given) => Promise<boolean>;
}

/** A new case made from the fields that the condition reads. It expects the current outcome. */
function NewCase({ kept, name, paths, fields, speaking, decide, outcome, onAdd }: NewCaseProps) {
  const { t } = useText();
  const word = (key: string, values = {}) => t(`common.blocks.conditions.${key}`, values);
  const asked = paths.flatMap((path) => fields.find((field) => field.path === path) ?? []);
  const [filled, setFilled] = useKept<Given>(kept, name, {});
  // The condition may have started to read other fields.
  const given = Object.fromEntries(Object.entries(filled).filter(([path]) => asked.some((field) => field.path === path)));
  const found = decide(given);
  const add = async () => {
    if (found !== undefined && (await onAdd(found, given))) setFilled(undefined);
  };
  if (asked.length === 0) return null;
  return (
    <fieldset className="condition-new">
      <legend>{word('newCase')}</legend>
      {asked.map((field) => (
        <GivenInput
          key={field.path}
          field={field}
          value={given[field.path]}
          speaking={speaking}
          onChange={(value) => {
            const { [field.path]: _before, ...rest } = given;
            setFilled(value === undefined ? rest : { ...rest, [field.path]: value });
          }}
        />
      ))}
      <p className="condition-note">{word('comesOut', { outcome: outcome(found) })}</p>
      <Button tone="secondary" off={found === undefined} onClick={() => void add()}>
        {word('addCase')}
      </Button>
    </fieldset>
  );
}

interface GivenInputProps {
  field: Field;
  value: unknown;
  speaking: Speaking;
  onChange: (value: unknown) => void;
}

function GivenInput({ field, value, speaking, onChange }: GivenInputProps) {
  const { t } = useText();
  const label = fieldWords(field.path, speaking);
  const isGiven = value !== undefined;
  const first = (): unknown =>
    field.options?.[0]?.value ?? { yesNo: true, whole: 0, decimal: 0, day: '2026-01-01', list: [], text: '', any: '' }[field.kind];
  return (
    <div className="condition-given">
      <label>
        <input type="checkbox" checked={isGiven} onChange={({ target }) => onChange(target.checked ? first() : undefined)} />{' '}
        {t('common.blocks.conditions.isGiven', { field: label })}
      </label>
      {isGiven && field.kind === 'yesNo' && (
        <label>
          <input type="checkbox" checked={value === true} onChange={({ target }) => onChange(target.checked)} />{' '}
          {t('common.blocks.flowGraph.condition.true')}
        </label>
      )}
      {(typeof value === 'string' || typeof value === 'number') && (
        <ValueInput
          label={label}
          value={{ constant: value }}
          field={field}
          fields={[]}
          speaking={speaking}
          isReadOnly={false}
          onChange={(next: Value) => 'constant' in next && onChange(next.constant)}
        />
      )}
    </div>
  );
}
