import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import type { FieldHandle } from '../../../../engine/react/form/types.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { Pad } from './Pad.tsx';
import { drawn, type SignatureValue } from './strokes.ts';
import '../../../styles/blocks/signature.css';

type Way = 'draw' | 'type';

const signatureOf = ({ value }: FieldHandle): SignatureValue => (isPlainObject(value) ? value : {});

/** A drawn signature, or a typed name for people who cannot or do not want to draw. Switching between the two clears it. */
export const Signature = observer(function Signature({ field }: { field: FieldHandle }) {
  const value = signatureOf(field);
  const [way, setWay] = useState<Way>(value.typedName === undefined ? 'draw' : 'type');
  const change = (next: Way) => {
    field.set(undefined);
    setWay(next);
  };
  return way === 'draw' ? <Drawn field={field} onType={() => change('type')} /> : <Typed field={field} onDraw={() => change('draw')} />;
});

const Drawn = observer(function Drawn({ field, onType }: { field: FieldHandle; onType: () => void }) {
  const { strokes = [] } = signatureOf(field);
  const empty = strokes.length === 0;
  const status = field.word(empty ? 'signature.empty' : 'signature.drawn');
  return (
    <div className="signature" data-invalid={field.problem !== undefined || undefined}>
      <Pad
        strokes={strokes}
        label={`${field.word('signature.pad')} ${status}`}
        invitation={field.word('signature.here')}
        locked={field.locked}
        onStroke={(stroke) => field.set(drawn([...strokes, stroke]))}
      />
      <output className="visually-hidden">{status}</output>
      {!field.locked && (
        <div className="signature-tools">
          <Button tone="quiet" icon="undo" off={empty} onClick={() => field.set(drawn(strokes.slice(0, -1)))}>
            {field.word('signature.undo')}
          </Button>
          <Button tone="quiet" icon="close" off={empty} onClick={() => field.set(undefined)}>
            {field.word('signature.clear')}
          </Button>
          <Button tone="quiet" icon="edit" onClick={onType}>
            {field.word('signature.type')}
          </Button>
        </div>
      )}
    </div>
  );
});

/** Limits of SignatureInput. */
const minLetters = 2;
const maxLetters = 120;

const Typed = observer(function Typed({ field, onDraw }: { field: FieldHandle; onDraw: () => void }) {
  const [text, setText] = useState(signatureOf(field).typedName ?? '');
  const input = useRef<HTMLInputElement>(null);
  // Focus the field only when it is empty: an existing name needs no typing.
  const fresh = useRef(text === '');
  useEffect(() => {
    if (fresh.current) input.current?.focus();
  }, []);
  const type = (typed: string) => {
    setText(typed);
    const name = typed.trim().replaceAll(/\s+/g, ' ');
    field.set(name.length < minLetters ? undefined : ({ typedName: name } satisfies SignatureValue));
  };
  const id = `${field.id}-name`;
  return (
    <div className="signature">
      <label className="field-label" htmlFor={id}>
        {field.word('signature.name')}
      </label>
      <input
        ref={input}
        id={id}
        className="control signature-name"
        type="text"
        autoComplete="name"
        enterKeyHint="done"
        maxLength={maxLetters}
        disabled={field.locked || undefined}
        aria-describedby={[`${id}-hint`, field.describedBy].filter(Boolean).join(' ')}
        aria-invalid={field.problem === undefined ? undefined : true}
        aria-required={field.required || undefined}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      <p className="field-hint" id={`${id}-hint`}>
        {field.word('signature.typedHint')}
      </p>
      {!field.locked && (
        <div className="signature-tools">
          <Button tone="quiet" icon="edit" onClick={onDraw}>
            {field.word('signature.draw')}
          </Button>
        </div>
      )}
    </div>
  );
});
