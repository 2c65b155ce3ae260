import type { ReactNode } from 'react';
import { AppLink } from '../../../engine/react/parts/AppLink.tsx';
import type { ExploredFinding } from '../../../server/contract/staff/studioGraph.ts';
import { playPath } from './playPath.ts';

interface FoundByExplorerProps {
  change: string;
  finding: ExploredFinding;
  /** Text of the link to the preview. */
  play: string;
  children?: ReactNode;
}

/** A finding of the explorer, with a preview as a person who is affected by it. */
export function FoundByExplorer({ change, finding: { severity, message, fix, at, example }, play, children }: FoundByExplorerProps) {
  return (
    <div className={`finding finding-${severity}`}>
      <p>{message}</p>
      {fix !== undefined && <p className="finding-fix">{fix}</p>}
      {at && (
        <p>
          <AppLink to={playPath(change, { id: at.flow }, { step: at.step, given: example })}>{play}</AppLink>
        </p>
      )}
      {children}
    </div>
  );
}
