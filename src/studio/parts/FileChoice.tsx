import { useId, useState } from 'react';
import { setQuery } from '../../../engine/react/blocks/setQuery.ts';
import { useScope } from '../../../engine/react/screen/scope.tsx';

/** Which of several files a page shows. The URL reflects the choice. */
export function useFileChoice(
  files: readonly string[],
  first: string | undefined,
): [path: string | undefined, choose: (path: string) => void] {
  const { screen } = useScope();
  const [asked, setAsked] = useState(screen.place.query['file'] ?? '');
  const choose = (path: string) => {
    setAsked(path);
    setQuery(screen, { file: path });
  };
  return [files.includes(asked) ? asked : first, choose];
}

interface FileChoiceProps {
  label: string;
  files: readonly string[];
  path: string;
  nameOf: (path: string) => string;
  onChoose: (path: string) => void;
}

export function FileChoice({ label, files, path, nameOf, onChoose }: FileChoiceProps) {
  const id = useId();
  if (files.length < 2) return null;
  return (
    <p className="file-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={path} onChange={({ target }) => onChoose(target.value)}>
        {files.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </p>
  );
}
