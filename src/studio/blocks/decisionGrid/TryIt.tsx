import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isRefusal } from '../../../../engine/react/screen/types.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { DecisionInput, TriedRow } from '../../../../server/contract/staff/studioDecisions.ts';
import { readNumeral } from '../../parts/numeral.ts';
import { useNumeralProblem } from '../../parts/useNumeralProblem.ts';
import type { Described, TableApi, Tried } from './useTable.ts';
import { shownOutcome } from './written.ts';

interface TryItProps {
  described: Described;
  api: TableApi;
  today: string;
  /** A new value repeats the request. */
  version: unknown;
  onTried: (tried: Tried | undefined) => void;
}

const askAfterMs = 400;

/** Sample values, and the row that decides on them. */
export function TryIt({ described, api, today, version, onTried }: TryItProps) {
  const { host } = useScope().screen;
  const { t, formats } = useText();
  const title = useId();
  const [values, setValues] = useState<ReadonlyMap<string, string>>(() => new Map([['today', today]]));
  const [tried, setTried] = useState<Tried>();
  const [isBroken, setBroken] = useState(false);
  const word = (key: string, more?: Record<string, unknown>) => t(`common.blocks.decisionGrid.try.${key}`, more);
  const { inputs, columns } = described;
  const given = inputs.flatMap((input) => {
    const value = valueOf(input, values.get(input.path) ?? '');
    return value === undefined ? [] : [{ path: input.path, value }];
  });
  const asked = JSON.stringify(given);
  const latest = useRef({ api, host, onTried });
  useEffect(() => void (latest.current = { api, host, onTried }));
  useEffect(() => {
    let isOver = false;
    const take = (found: Tried | undefined, broken: boolean) => {
      if (isOver) return;
      setTried(found);
      setBroken(broken);
      latest.current.onTried(found);
    };
    const values = JSON.parse(asked) as typeof given;
    const isAsked = values.some(({ path }) => path !== 'today');
    const ask = async () => {
      try {
        take(isAsked ? await latest.current.api.tryOut(values) : undefined, false);
      } catch (error) {
        if (isRefusal(error) && error.code === 'changeHasErrors') take(undefined, true);
        else if (!isOver) latest.current.host.react(error, {});
      }
    };
    const timer = setTimeout(() => void ask(), askAfterMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // A changed table may decide differently.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [asked, version]);
  return (
    <section className="decisions-try" aria-labelledby={title}>
      <h2 id={title}>{word('title')}</h2>
      <p className="decisions-hint">{word('hint')}</p>
      <div className="decisions-inputs">
        {inputs.map((input) => (
          <Input
            key={input.path}
            input={input}
            value={values.get(input.path) ?? ''}
            onChange={(value) => setValues(new Map([...values, [input.path, value]]))}
          />
        ))}
      </div>
      <output className="decisions-outcome">
        {isBroken ? word('broken') : tried ? word('outcome', { outcome: shownOutcome(tried.outcome, columns, formats) }) : word('empty')}
      </output>
      {tried && <Reasons rows={tried.rows} />}
    </section>
  );
}

function valueOf({ type }: DecisionInput, typed: string): string | number | boolean | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (type === 'boolean') return text === 'true';
  if (type !== 'number') return text;
  const number = readNumeral(text);
  return typeof number === 'number' ? number : undefined;
}

interface InputProps {
  input: DecisionInput;
  value: string;
  onChange: (value: string) => void;
}

function Input({ input: { path, type, options }, value, onChange }: InputProps) {
  const { t } = useText();
  const [id, why] = [useId(), useId()];
  const [isLeft, setLeft] = useState(false);
  const problemOf = useNumeralProblem();
  const problem = isLeft && type === 'number' && value.trim() !== '' ? problemOf(value) : undefined;
  const choices = type === 'boolean' ? ['true', 'false'] : (options ?? []);
  const wordOf = (choice: string) => (type === 'boolean' ? t(`common.blocks.decisionGrid.try.${choice}`) : choice);
  return (
    <p>
      <label htmlFor={id}>{path}</label>
      {choices.length > 0 ? (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t('common.blocks.decisionGrid.try.notGiven')}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {wordOf(choice)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={type === 'day' ? 'date' : 'text'}
          inputMode={type === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          maxLength={300}
          value={value}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : why}
          onChange={({ target }) => {
            setLeft(false);
            onChange(target.value);
          }}
          onBlur={() => setLeft(true)}
        />
      )}
      {problem !== undefined && (
        <span className="typed-problem" id={why} role="alert">
          {problem}
        </span>
      )}
    </p>
  );
}

function Reasons({ rows }: { rows: readonly TriedRow[] }): ReactNode {
  const { t } = useText();
  const word = (key: string, more?: Record<string, unknown>) => t(`common.blocks.decisionGrid.try.${key}`, more);
  return (
    <ol className="decisions-reasons">
      {rows.map(({ name, held, decides, because }) => (
        <li key={name} data-decides={decides || undefined}>
          <strong>{name}</strong>{' '}
          {decides ? word('decides') : because ? word('because', { because: because.replaceAll('`', '') }) : word(`held.${held}`)}
        </li>
      ))}
    </ol>
  );
}
