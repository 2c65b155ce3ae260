import { useId, useState } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Values } from '../../../../engine/texts/words.ts';
import type { ImportedWord, LanguageOfWords } from '../../../../server/contract/staff/studioWords.ts';
import { decoded, isText } from './textFile.ts';
import type { Reading, WordsSession } from './wordsSession.ts';

const largestBytes = 4_000_000;
const mostShown = 50;

interface FilesProps {
  languages: readonly LanguageOfWords[];
  /** The language of the filter. Empty means all. */
  preferred: string;
  session: WordsSession;
  mayRead: boolean;
  onShow: (key: string, language: string) => void;
  onSave?: (type: 'csv' | 'xliff', language: string) => Promise<void>;
}

/** A translator's file: a preview of its effect, and the result of the import. */
function useReading(session: WordsSession) {
  const { t } = useText();
  const word = (key: string, values?: Values) => t(`common.blocks.wordGrid.${key}`, values);
  const [reading, setReading] = useState<Reading>();
  const [said, setSaid] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const working = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const read = (file: File | undefined) =>
    working(async () => {
      setReading(undefined);
      setSaid([]);
      if (!file) return;
      if (file.size > largestBytes) return setSaid([word('tooLarge')]);
      const bytes = await file.arrayBuffer().catch(() => undefined);
      if (!bytes) return setSaid([word('gone')]);
      const text = decoded(bytes);
      if (!isText(text)) return setSaid([word('unreadable', { why: word('why.noText') })]);
      const found = await session.read(text);
      if (found?.unreadable !== undefined)
        setSaid([word('unreadable', { why: word(`why.${found.unreadable.code}`, found.unreadable.params) })]);
      else setReading(found);
    });
  const apply = (rows: readonly ImportedWord[]) =>
    working(async () => {
      const stored = await session.apply(rows);
      if (stored === undefined) return;
      const late = rows.length - stored;
      setSaid([word('applied', { count: stored }), ...(late > 0 ? [word('late', { count: late })] : [])]);
      setReading((now) => now && { ...now, rows: now.rows.filter(({ state }) => state !== 'change') });
    });
  return { reading, said, isBusy, working, read, apply, discard: () => setReading(undefined) };
}

/** Import and export of translators' files. */
export function Files({ languages, preferred, session, mayRead, onShow, onSave }: FilesProps) {
  const { t } = useText();
  const id = useId();
  const word = (key: string, values?: Values) => t(`common.blocks.wordGrid.${key}`, values);
  const [chosen, setChosen] = useState('');
  const { reading, said, isBusy, working, read, apply, discard } = useReading(session);
  const language = chosen || preferred || (languages[1] ?? languages[0])?.code || '';

  return (
    <details className="word-files">
      <summary>{word('files')}</summary>
      <p>{word('filesHint')}</p>
      <div className="word-filters">
        <div className="word-filter">
          <label htmlFor={`${id}to`}>{word('target')}</label>
          <select id={`${id}to`} value={language} onChange={({ target }) => setChosen(target.value)}>
            {languages.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {mayRead && (
          <div className="word-filter">
            <label htmlFor={`${id}file`}>{word('read')}</label>
            <input
              id={`${id}file`}
              type="file"
              accept=".csv,.tsv,.txt,.xlf,.xliff,.xml"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                void read(file).then(() => (target.value = ''));
              }}
            />
          </div>
        )}
      </div>
      {onSave && (
        <p className="finding-actions">
          <Button tone="secondary" busy={isBusy} onClick={() => void working(() => onSave('csv', language))}>
            {word('asCsv')}
          </Button>
          <Button tone="secondary" busy={isBusy} onClick={() => void working(() => onSave('xliff', language))}>
            {word('asXliff')}
          </Button>
        </p>
      )}
      <output className="word-said">{said.join(' ')}</output>
      {reading && (
        <Preview
          reading={reading}
          isBusy={isBusy}
          isApplied={said.length > 0}
          onApply={(rows) => void apply(rows)}
          onDiscard={discard}
          onShow={onShow}
        />
      )}
    </details>
  );
}

interface PreviewProps {
  reading: Reading;
  isBusy: boolean;
  isApplied: boolean;
  onApply: (rows: readonly ImportedWord[]) => void;
  onDiscard: () => void;
  onShow: (key: string, language: string) => void;
}

function Preview({ reading: { rows, unchanged, empty }, isBusy, isApplied, onApply, onDiscard, onShow }: PreviewProps) {
  const { t, formats } = useText();
  const word = (key: string, values?: Values) => t(`common.blocks.wordGrid.${key}`, values);
  const changes = rows.filter(({ state }) => state === 'change');
  const others = rows.filter(({ state }) => state !== 'change');
  return (
    <>
      {!isApplied && <h2>{changes.length === 0 ? word('nothingChanges') : word('changes', { count: changes.length })}</h2>}
      {!isApplied && <p>{word('same', { unchanged: formats.number(unchanged), empty: formats.number(empty) })}</p>}
      <Rows rows={changes} />
      {others.length > 0 && <h2>{word('refusals', { count: others.length })}</h2>}
      <Rows rows={others} onShow={onShow} />
      <p className="finding-actions">
        {changes.length > 0 && (
          <Button busy={isBusy} onClick={() => onApply(changes)}>
            {word('apply', { count: changes.length })}
          </Button>
        )}
        {!isApplied && (
          <Button tone="quiet" onClick={onDiscard}>
            {word('discard')}
          </Button>
        )}
      </p>
    </>
  );
}

function Rows({ rows, onShow }: { rows: readonly ImportedWord[]; onShow?: PreviewProps['onShow'] }) {
  const { t } = useText();
  const word = (key: string, values?: Values) => t(`common.blocks.wordGrid.${key}`, values);
  if (rows.length === 0) return null;
  return (
    <ul className="word-imports">
      {rows.slice(0, mostShown).map(({ key, language, was, text, why }) => (
        <li key={`${key} ${language}`}>
          <strong>{key}</strong>
          {why !== undefined && <p className="word-fault">{word(`why.${why.code}`, why.params)}</p>}
          <dl>
            <dt>{word('storedNow')}</dt>
            <dd lang={language}>{was}</dd>
            <dt>{word('inFile')}</dt>
            <dd lang={language}>{text}</dd>
          </dl>
          {onShow && (
            <Button tone="secondary" onClick={() => onShow(key, language)}>
              {word('inGrid')} <span className="visually-hidden">{key}</span>
            </Button>
          )}
        </li>
      ))}
      {rows.length > mostShown && <li>{word('more', { count: rows.length - mostShown })}</li>}
    </ul>
  );
}
