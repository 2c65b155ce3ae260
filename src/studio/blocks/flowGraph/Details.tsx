import { useEffect, useId, useRef } from 'react';
import { AppLink } from '../../../../engine/react/parts/AppLink.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import { conditionWords, nameWords, type Speaking } from '../../parts/conditionWords.ts';
import { FoundByExplorer } from '../../parts/FoundByExplorer.tsx';
import { playPath } from '../../parts/playPath.ts';
import { type Drawn, type DrawnNode, exampleWords, findingsAt, nodeWords, stepAt, waysFrom } from './graphWords.ts';

interface DetailsProps {
  change: string;
  graph: Drawn;
  node: DrawnNode | undefined;
  speaking: Speaking;
}

/** The contents of a chosen step, its outgoing edges, and the explorer's findings. */
export function Details({ change, graph, node, speaking }: DetailsProps) {
  const { t } = useText();
  const id = useId();
  const own = useRef<HTMLElement>(null);
  const name = node?.id;
  // On a narrow screen, the details are below the list.
  useEffect(() => {
    if (name !== undefined) own.current?.scrollIntoView({ block: 'nearest' });
  }, [name]);
  const word = (key: string, values = {}) => t(`common.blocks.flowGraph.${key}`, values);
  if (!node)
    return (
      <section className="flow-details">
        <p className="file-nothing">{word('nothing')}</p>
      </section>
    );
  const findings = findingsAt(node, graph);
  const isStep = node.kind === 'form' || node.kind === 'review';
  const notes = [
    ...(node.isOptional ? [word('optional')] : []),
    ...(node.isGuest ? [word('guest')] : []),
    ...(node.isFinal ? [word('final')] : []),
    ...(isStep && node.condition !== undefined ? [word('until', { condition: conditionWords(node.condition, speaking) })] : []),
  ];
  return (
    <section className="flow-details" aria-labelledby={id} ref={own}>
      <h2 id={id}>{nodeWords(node, speaking)}</h2>
      {notes.map((note) => (
        <p key={note} className="flow-note">
          {note}
        </p>
      ))}
      {findings.map((finding) => (
        <FoundByExplorer key={`${finding.code} ${finding.line}`} change={change} finding={finding} play={word('playFinding')} />
      ))}
      <Ways change={change} graph={graph} node={node} speaking={speaking} />
      {node.route !== undefined && (
        <p>
          <AppLink to={playPath(change, graph, isStep ? { step: node.name } : { route: node.route })}>{word('play')}</AppLink>
        </p>
      )}
      <ul className="flow-places">
        {node.places.map(({ file, line, pointer }) => (
          <li key={`${file}${pointer}`}>
            <AppLink to={`/changes/${change}/files?file=${encodeURIComponent(file)}&line=${line}`}>{word('place', { file, line })}</AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ways({ change, graph, node, speaking }: { change: string; graph: Drawn; node: DrawnNode; speaking: Speaking }) {
  const { t } = useText();
  const word = (key: string, values = {}) => t(`common.blocks.flowGraph.${key}`, values);
  const ways = waysFrom(node, graph, speaking);
  if (ways.length === 0) return null;
  return (
    <>
      <h3>{word('ways')}</h3>
      <ul>
        {ways.map(({ edge, text }) => {
          const example = exampleWords(edge, speaking);
          const step = stepAt(edge.to, graph);
          return (
            <li key={`${edge.kind} ${edge.event ?? ''} ${edge.to}`}>
              {text}
              {example !== '' && <p className="flow-note">{word('example', { answers: example })}</p>}
              {example !== '' && step !== undefined && (
                <p>
                  <AppLink to={playPath(change, graph, { step, given: edge.example })}>{word('playWay')}</AppLink>
                </p>
              )}
              {edge.effects && edge.effects.length > 0 && (
                <p className="flow-note">{word('effects', { effects: edge.effects.map(nameWords).join(', ') })}</p>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
