import { useState } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { ask } from '../../../../engine/react/screen/ask.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Values } from '../../../../engine/texts/words.ts';
import type { DrawnGraphs, ExploredFinding } from '../../../../server/contract/staff/studioGraph.ts';
import { FoundByExplorer } from '../../parts/FoundByExplorer.tsx';

interface DeadEndsProps {
  change: string;
  /** Operation that explores the change. */
  operation: string;
  /** The revision that the compiler checked last. Findings of an earlier revision are stale. */
  revision: number | undefined;
  onGo: (at: { file: string; line: number; column: number }) => void;
}

const mostShown = 100;

/** Finds what can never happen in the whole change, and what always does. The search takes some seconds, so it runs only on request. */
export function DeadEnds({ change, operation, revision, onGo }: DeadEndsProps) {
  const { data, host } = useScope().screen;
  const { t } = useText();
  const word = (key: string, values?: Values) => t(`common.blocks.fileEditor.${key}`, values);
  const [found, setFound] = useState<DrawnGraphs>();
  const [isSearching, setIsSearching] = useState(false);
  const explore = async () => {
    setIsSearching(true);
    try {
      setFound((await ask(data, operation, { id: change })) as DrawnGraphs);
    } catch (error) {
      host.react(error, {});
    } finally {
      setIsSearching(false);
    }
  };
  const findings = found?.findings.filter(({ severity }) => severity !== 'info') ?? [];
  const isBefore = found && revision !== undefined && found.revision < revision;
  return (
    <div className="file-explored">
      <Button tone="secondary" busy={isSearching} onClick={() => void explore()}>
        {word(isSearching ? 'exploring' : 'explore')}
      </Button>
      <output className="file-verdict">
        {found && (found.isExplored || !isBefore) && verdictOf(found, findings.length, word)} {isBefore && word('exploredBefore')}
      </output>
      {findings.slice(0, mostShown).map((finding) => (
        <FoundByExplorer key={keyOf(finding)} change={change} finding={finding} play={word('play')}>
          <p>
            <Button tone="quiet" onClick={() => onGo({ file: finding.file, line: finding.line, column: 1 })}>
              {word('goTo', { file: finding.file, line: finding.line })}
            </Button>
          </p>
        </FoundByExplorer>
      ))}
    </div>
  );
}

function verdictOf({ isExplored, findings }: DrawnGraphs, count: number, word: (key: string, values?: Values) => string): string {
  if (!isExplored) return word('unexplored');
  if (count > 0) return word('explored', { count });
  const undecided = findings.filter(({ code }) => code === 'undecided').length;
  return undecided > 0 ? word('exploredPartly', { count: undecided }) : word('exploredNothing');
}

const keyOf = ({ code, file, pointer, message }: ExploredFinding): string => [code, file, pointer, message].join(' ');
