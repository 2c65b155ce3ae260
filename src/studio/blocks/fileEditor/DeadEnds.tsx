import { useState } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Values } from '../../../../engine/texts/words.ts';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import type { DrawnGraphs, ExploredFinding } from '../../../../server/contract/staff/studioGraph.ts';
import { FoundByExplorer } from '../../parts/FoundByExplorer.tsx';

interface DeadEndsProps {
  change: string;
  /** Operation that explores the change. */
  operation: string;
  /** What the compiler said last. What was found before it is out of date. */
  problems: readonly Problem[] | undefined;
  onGo: (at: { file: string; line: number; column: number }) => void;
}

const mostShown = 100;

/** What can never happen, or always does, in the whole change. It takes some seconds, so a person asks for it. */
export function DeadEnds({ change, operation, problems, onGo }: DeadEndsProps) {
  const { engine, host } = useScope().screen;
  const { t } = useText();
  const word = (key: string, values?: Values) => t(`common.blocks.fileEditor.${key}`, values);
  const [found, setFound] = useState<{ of: DeadEndsProps['problems']; graphs: DrawnGraphs }>();
  const [isSearching, setIsSearching] = useState(false);
  const explore = async () => {
    setIsSearching(true);
    try {
      setFound({ of: problems, graphs: (await engine.call(operation, { id: change })) as DrawnGraphs });
    } catch (error) {
      host.react(error, {});
    } finally {
      setIsSearching(false);
    }
  };
  const graphs = found?.of === problems ? found?.graphs : undefined;
  const findings = graphs?.findings.filter(({ severity }) => severity !== 'info').slice(0, mostShown) ?? [];
  return (
    <div className="file-explored">
      <Button tone="secondary" busy={isSearching} onClick={() => void explore()}>
        {word(isSearching ? 'exploring' : 'explore')}
      </Button>
      <output className="file-verdict">
        {!graphs
          ? ''
          : !graphs.isExplored
            ? word('unexplored')
            : findings.length === 0
              ? word('exploredNothing')
              : word('explored', { count: findings.length })}
      </output>
      {findings.map((finding) => (
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

const keyOf = ({ code, file, pointer, message }: ExploredFinding): string => [code, file, pointer, message].join(' ');
