import { observer } from 'mobx-react-lite';
import { nameOfId } from './design.ts';
import { Findings } from './Findings.tsx';
import { problemsAt, useWord, useWorkbench } from './model.ts';
import type { Scratch } from './scratch.ts';
import { Typed } from '../../parts/Typed.tsx';
import type { Visit } from '../../parts/useTyped.ts';

interface WordsProps {
  /** Full key of the text. */
  textKey: string;
  label: string;
  hint?: string | undefined;
  /** Writes whatever else the first text of this key needs, such as the key itself. */
  also?: ((scratch: Scratch) => void) | undefined;
}

/** One text in every language, side by side. */
export const Words = observer(function Words({ textKey, label, hint, also }: WordsProps) {
  const { design, session, edit } = useWorkbench();
  const word = useWord();
  const write = async (language: string, text: string, visit: Visit) => {
    const isDone = await edit(
      word('did.words', { what: label }),
      (scratch) => {
        scratch.word(language, textKey, text);
        also?.(scratch);
      },
      visit,
    );
    if (!isDone) session.lose(label, text);
  };
  return (
    <fieldset className="designer-words">
      <legend>{label}</legend>
      {hint && <p className="designer-hint">{hint}</p>}
      <div className="designer-languages">
        {design.languages.map(({ code, name }) => (
          <label key={code}>
            <span>{name}</span>
            <Typed
              rows={2}
              lang={code}
              aria-label={`${label}, ${name}`}
              value={design.word(code, textKey) ?? ''}
              readOnly={!session.mayEdit(design.placeOfWord(code, textKey).file)}
              onCommit={(text, visit) => void write(code, text, visit)}
            />
            <Findings problems={problemsAt(session.problems, design.placeOfWord(code, textKey))} />
          </label>
        ))}
      </div>
    </fieldset>
  );
});

/** The last part of a key in readable form. */
export const labelOfKey = (key: string): string => nameOfId(key.split('.').slice(-1).join(' '));
