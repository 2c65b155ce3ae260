import { useId } from 'react';
import { useText } from '../../../../engine/react/text.tsx';
import type { LanguageOfWords } from '../../../../server/contract/staff/studioWords.ts';

export interface WordFilter {
  text: string;
  screen: string;
  language: string;
  state: string;
}

/** How many texts each language has, and how many it needs. */
export function Completeness({ languages }: { languages: readonly LanguageOfWords[] }) {
  const { t, formats } = useText();
  return (
    <ul className="word-languages" aria-label={t('common.blocks.wordGrid.complete')}>
      {languages.map(({ code, name, filled, of, minShare = 100 }) => {
        const share = of === 0 ? 100 : Math.floor((filled / of) * 100);
        const percent = formats.number(share);
        return (
          <li key={code} className={share < minShare ? 'word-short' : undefined}>
            <strong>{name}</strong> <meter min={0} max={100} low={minShare} value={share} aria-hidden="true" />{' '}
            {t('common.blocks.wordGrid.needs', { filled: formats.number(filled), of: formats.number(of), percent, needed: minShare })}
          </li>
        );
      })}
    </ul>
  );
}

interface FiltersProps {
  filter: WordFilter;
  languages: readonly LanguageOfWords[];
  screens: readonly string[];
  onChange: (filter: WordFilter) => void;
}

const states = ['missing', 'changed', 'outdated', 'problem'];

export function Filters({ filter, languages, screens, onChange }: FiltersProps) {
  const { t } = useText();
  const id = useId();
  const word = (key: string) => t(`common.blocks.wordGrid.${key}`);
  return (
    <search className="word-filters">
      <div className="word-search">
        <label htmlFor={`${id}text`}>{word('find')}</label>
        <input
          id={`${id}text`}
          type="search"
          value={filter.text}
          maxLength={200}
          autoComplete="off"
          placeholder={word('findHint')}
          onChange={({ target }) => onChange({ ...filter, text: target.value })}
        />
      </div>
      <Choice label={word('show')} value={filter.state} all={word('all')} onChange={(state) => onChange({ ...filter, state })}>
        {states.map((each) => [each, word(each)])}
      </Choice>
      <Choice
        label={word('language')}
        value={filter.language}
        all={word('everyLanguage')}
        onChange={(language) => onChange({ ...filter, language })}
      >
        {languages.map(({ code, name }) => [code, name])}
      </Choice>
      <Choice label={word('screen')} value={filter.screen} all={word('everyScreen')} onChange={(screen) => onChange({ ...filter, screen })}>
        {screens.map((each) => [each, each])}
      </Choice>
    </search>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  /** The label of the option for no filter. */
  all: string;
  /** Values with their labels. */
  children: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, all, children, onChange }: ChoiceProps) {
  const id = useId();
  const isKnown = value === '' || children.some(([code]) => code === value);
  return (
    <div className="word-filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{all}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {children.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
