import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useId } from 'react';
import { faultOf } from '../../../../engine/words/faults.ts';
import { AppLink } from '../../../../engine/react/parts/AppLink.tsx';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Values } from '../../../../engine/texts/words.ts';
import type { LanguageOfWords, WordRow } from '../../../../server/contract/staff/studioWords.ts';
import { type Cell, cellId, type Draft, type WordsSession } from './wordsSession.ts';

const mostScreens = 6;

interface RowProps {
  change: string;
  row: WordRow;
  /** The languages on display, the main one first. */
  languages: readonly LanguageOfWords[];
  session: WordsSession;
}

/** A text in each language, and where it is used. */
export const Row = observer(function Row({ change, row, languages, session }: RowProps) {
  const { t } = useText();
  const id = useId();
  const cells = languages.flatMap((language) => {
    const cell = row.cells.find((each) => each.language === language.code);
    return cell ? [{ language, cell }] : [];
  });
  const place = cells.find(({ cell }) => cell.path !== undefined)?.cell;
  return (
    <li className="word-row" aria-labelledby={id}>
      <div className="word-place">
        <h2 id={id}>{row.key}</h2>
        <p>
          {row.screens.length === 0
            ? t('common.blocks.wordGrid.noScreen')
            : t('common.blocks.wordGrid.onScreens', { screens: row.screens.slice(0, mostScreens).join(', ') })}
          {row.screens.length > mostScreens && ` ${t('common.blocks.wordGrid.moreScreens', { count: row.screens.length - mostScreens })}`}
        </p>
        {place?.path !== undefined && (
          <AppLink to={`/changes/${change}/files?file=${encodeURIComponent(place.path)}&line=${place.line}`}>
            {t('common.blocks.wordGrid.place', { file: place.path, line: place.line ?? 1 })}
          </AppLink>
        )}
      </div>
      {cells.map(({ language, cell }) => (
        <WordCell key={language.code} row={row} cell={cell} language={language} session={session} />
      ))}
    </li>
  );
});

interface CellProps {
  row: WordRow;
  cell: Cell;
  language: LanguageOfWords;
  session: WordsSession;
}

const WordCell = observer(function WordCell({ row, cell, language: { code, name }, session }: CellProps) {
  const { t } = useText();
  const id = useId();
  const word = (key: string, values?: Values) => t(`common.blocks.wordGrid.${key}`, values);
  const text = session.textOf(row.key, cell);
  const draft = session.drafts.get(cellId(row.key, code));
  const main = row.cells[0];
  const isMain = code === main?.language;
  if (!cell.isNeeded && text === '') return <p className="word-cell word-unneeded">{word('notNeeded', { language: name })}</p>;
  const fault = isMain ? undefined : faultOf({ key: row.key, text, source: row.source });
  const found = session.problems.get(`${cell.path} ${cell.pointer}`) ?? [];
  // The compiler repeats this fault in its own words once it has read the text.
  const faults = fault === undefined ? found : [fault];
  return (
    <div className="word-cell">
      <label htmlFor={id}>
        <span>{name}</span> <span className="visually-hidden">{row.key}</span>
      </label>
      <textarea
        id={id}
        lang={code}
        value={text}
        rows={rowsFor(text)}
        maxLength={10_000}
        readOnly={!cell.mayEdit}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={`${id}notes`}
        data-language={code}
        onChange={({ target }) => session.type(row.key, cell, target.value)}
        onBlur={() => draft?.state === 'typed' && session.saveSoon(0)}
        onKeyDown={moveWithin}
      />
      <div id={`${id}notes`} className="word-notes">
        {faults.map((each) => (
          <p key={each} className="word-fault">
            {each}
          </p>
        ))}
        {row.outdated.includes(code) && <p className="word-outdated">{word('sourceChanged', { was: main?.was ?? '' })}</p>}
        {text !== cell.was && <p className="word-was">{cell.was === '' ? word('beforeNothing') : word('before', { was: cell.was })}</p>}
        {draft?.state === 'refused' && <p className="word-fault">{word('refused')}</p>}
      </div>
      {draft?.state === 'conflict' && <Collision draft={draft} onSettle={(keep) => session.settle(row.key, code, keep)} />}
    </div>
  );
});

function Collision({ draft, onSettle }: { draft: Draft; onSettle: (keep: 'mine' | 'theirs') => void }) {
  const { t } = useText();
  return (
    <div className="word-collision" role="alert">
      <p>{t('common.blocks.wordGrid.theirs', { text: draft.theirs ?? '' })}</p>
      <p className="finding-actions">
        <Button tone="secondary" onClick={() => onSettle('mine')}>
          {t('common.blocks.wordGrid.keepMine')}
        </Button>
        <Button tone="secondary" onClick={() => onSettle('theirs')}>
          {t('common.blocks.wordGrid.takeTheirs')}
        </Button>
      </p>
    </div>
  );
}

const lettersPerRow = 38;

const rowsFor = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / lettersPerRow)), 0);

/** Ctrl or Cmd with an arrow key moves to the same language in the row above or below. */
function moveWithin(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!(event.ctrlKey || event.metaKey) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const { currentTarget: cell } = event;
  const column = [...(cell.closest('.word-rows')?.querySelectorAll<HTMLTextAreaElement>(`textarea[data-language="${cell.lang}"]`) ?? [])];
  const next = column[column.indexOf(cell) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
