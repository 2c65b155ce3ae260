import { Button } from '../../../../engine/react/parts/Button.tsx';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import { useWord, useWorkbench } from './model.ts';

/** Problems next to the property that they concern, each with the compiler's fix if it has one. */
export function Findings({ problems, id }: { problems: readonly Problem[]; id?: string }) {
  const { session, mayEdit } = useWorkbench();
  const word = useWord();
  if (problems.length === 0) return null;
  return (
    <ul className="designer-findings" id={id}>
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.pointer} ${problem.message}`} className={`finding finding-${problem.severity}`}>
          <span>{problem.message}</span> {problem.fix && <span className="finding-fix">{problem.fix}</span>}
          {problem.edits && mayEdit && (
            <Button tone="secondary" onClick={() => void session.fix(problem, word('did.fix'))}>
              {word('applyFix')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
