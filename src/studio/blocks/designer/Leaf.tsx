import { isPlainObject } from '../../../../engine/form/empty.ts';
import { readNumeral } from '../../parts/numeral.ts';
import { Typed } from '../../parts/Typed.tsx';
import { useNumeralProblem } from '../../parts/useNumeralProblem.ts';
import type { Visit } from '../../parts/useTyped.ts';
import type { Design, Place } from './design.ts';
import { useWord, useWorkbench } from './model.ts';
import { Refused } from './scratch.ts';
import type { Schema } from './schema.ts';

/** Sets a property. Without a value, removes it together with objects that become empty. */
export function useSet({ place, label }: { place: Place; label: string }) {
  const { edit, design, session } = useWorkbench();
  const word = useWord();
  return async (value: unknown, at: Place = place, visit?: Visit, typed?: TypedAt) => {
    const isDone = await edit(
      word('did.set', { what: label }),
      (scratch) => {
        if (typed && shownAt(scratch.design, at) !== typed.shown) throw new Refused('Somebody else has changed this place.');
        if (value !== undefined) return scratch.set(at.file, at.pointer, value);
        let { pointer } = at;
        scratch.remove(at.file, pointer);
        for (;;) {
          pointer = pointer.slice(0, pointer.lastIndexOf('/'));
          const around = pointer === '' ? undefined : scratch.design.at({ file: at.file, pointer });
          const owner = pointer.slice(0, pointer.lastIndexOf('/'));
          const name = pointer.slice(owner.length + 1);
          const isNeeded = design.schema({ file: at.file, pointer: owner })?.required?.includes(name) ?? false;
          if (!isPlainObject(around) || Object.keys(around).length > 0 || isNeeded) return undefined;
          scratch.remove(at.file, pointer);
        }
      },
      visit,
    );
    if (!isDone && typed) session.lose(label, typed.text);
  };
}

/** The typed text, and the value at its place at the time of the last render. */
interface TypedAt {
  text: string;
  shown: string;
}

const shownAt = (design: Design, place: Place): string => JSON.stringify([design.at(place), design.around(place)]);

const fileKinds = new Set(['form', 'screen', 'flow', 'subFlow', 'enum', 'lifeCycle']);

interface LeafProps {
  place: Place;
  schema: Schema;
  value: unknown;
  label: string;
  isRequired: boolean;
  id: string;
  described: string | undefined;
}

/** The control of a primitive value. */
export function Leaf({ place, schema, value, label, id, described, isRequired }: LeafProps) {
  const { design, mayEdit } = useWorkbench();
  const word = useWord();
  const set = useSet({ place, label });
  const problemOf = useNumeralProblem();
  const shared = { id, 'aria-describedby': described };
  const choices = choicesOf(schema);
  if (schema.type === 'boolean')
    return (
      <input
        {...shared}
        type="checkbox"
        checked={value === true}
        disabled={!mayEdit}
        onChange={({ target }) => void set(target.checked || (isRequired ? false : undefined))}
      />
    );
  if (choices)
    return (
      <select
        {...shared}
        value={value === undefined ? '' : JSON.stringify(value)}
        disabled={!mayEdit}
        onChange={({ target }) => void set(target.value === '' ? undefined : JSON.parse(target.value))}
      >
        {(!isRequired || value === undefined) && <option value="">{word('unset')}</option>}
        {choices.map(({ code, title }) => (
          <option key={JSON.stringify(code)} value={JSON.stringify(code)}>
            {title}
          </option>
        ))}
      </select>
    );
  const shown = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const around = design.around(place);
  const at = shownAt(design, place);
  const commit = (text: string, visit: Visit) =>
    void set(text === '' ? undefined : parsed(text, schema), place, visit, { text, shown: at });
  if (schema['x-cel'] !== undefined)
    return (
      <Typed
        {...shared}
        className="designer-cel"
        rows={shown.length > 40 ? 3 : 1}
        value={shown}
        readOnly={!mayEdit}
        around={around}
        onCommit={commit}
      />
    );
  const ref = schema['x-ref'];
  if (ref !== undefined) {
    const known = fileKinds.has(ref) ? design.ids(ref) : design.seen(ref);
    return (
      <>
        <Typed {...shared} list={`${id}-list`} value={shown} readOnly={!mayEdit} around={around} onCommit={commit} />
        <datalist id={`${id}-list`}>
          {known.map((each) => (
            <option key={each} value={each} aria-label={each} />
          ))}
        </datalist>
      </>
    );
  }
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return (
    <Typed
      {...shared}
      inputMode={isNumber ? 'decimal' : undefined}
      isNumber={isNumber}
      refusal={isNumber ? (text) => (text === '' && !isRequired ? undefined : problemOf(text, schema.type === 'integer')) : undefined}
      value={shown}
      readOnly={!mayEdit}
      around={around}
      onCommit={commit}
    />
  );
}

function choicesOf(schema: Schema): { code: unknown; title: string }[] | undefined {
  if (schema.enum) return schema.enum.map((code) => ({ code, title: typeof code === 'string' ? code : JSON.stringify(code) }));
  const branches = schema.oneOf;
  if (!branches || branches.length === 0 || !branches.every((branch) => branch.const !== undefined)) return undefined;
  return branches.map((branch) => ({ code: branch.const, title: branch.title ?? String(branch.const) }));
}

/** Parses typed text as the schema's type. Without a type, text that looks like a number or a boolean becomes one. */
function parsed(text: string, schema: Schema): unknown {
  if (schema.type === 'string') return text;
  if (schema.type === 'integer' || schema.type === 'number') {
    const number = readNumeral(text);
    return typeof number === 'number' ? number : text;
  }
  const isPlain = /^(true|false|-?\d+(\.\d+)?)$/.test(text.trim());
  return isPlain ? JSON.parse(text) : text;
}
