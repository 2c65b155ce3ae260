import type { ReactNode } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import type { Values } from '../../../../engine/texts/words.ts';
import { useText } from '../../../../engine/react/text.tsx';
import type { Problem } from '../../../../server/contract/staff/studio.ts';

interface ProblemsProps {
  /** Undefined before the first answer. */
  problems: readonly Problem[] | undefined;
  isChecking: boolean;
  mayEdit: boolean;
  onGo: (problem: Problem) => void;
  onFix: (problem: Problem) => void;
  children?: ReactNode;
}

const mostShown = 100;

/** The compiler's findings about the change, with the fixes that it can apply. */
export function Problems({ problems: known, isChecking, mayEdit, onGo, onFix, children }: ProblemsProps) {
  const { t } = useText();
  const problems = known ?? [];
  const word = (key: string, values?: Values) => t(`common.blocks.fileEditor.${key}`, values);
  return (
    <section className="file-findings" aria-label={word('problems', { count: problems.length })}>
      <h2 className="file-group">{word('problems', { count: problems.length })}</h2>
      <output className="file-verdict">{isChecking ? word('checking') : problems.length === 0 ? word('noProblem') : ''}</output>
      <ul>
        {problems.slice(0, mostShown).map((problem, index) => (
          // Two findings at one place differ in nothing else.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${index} ${problem.file}`} className={`finding finding-${problem.severity}`}>
            <p>
              <strong>{word(`severity.${problem.severity}`)}</strong> {problem.message}
            </p>
            {problem.fix && <p className="finding-fix">{problem.fix}</p>}
            <p className="finding-actions">
              <Button tone="quiet" onClick={() => onGo(problem)}>
                {word('goTo', { file: problem.file, line: problem.line })}
              </Button>
              {problem.edits && mayEdit && (
                <Button tone="secondary" onClick={() => onFix(problem)}>
                  {word('apply')}
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
