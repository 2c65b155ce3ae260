import { useId, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { DrawnGraphs } from '../../../../server/contract/staff/studioGraph.ts';
import { nameWords } from '../../parts/conditionWords.ts';
import { useAnswer } from '../../parts/useAnswer.ts';
import { countedDays, type Counts, countWords, useCounts } from './counts.ts';
import type { FlowGraphOptions } from './definition.ts';
import { Details } from './Details.tsx';
import { Drawing } from './Drawing.tsx';
import { findingsAt, nodeWords, speakingOf, staysOn, waysFrom, type Drawn, type DrawnNode } from './graphWords.ts';
import type { Speaking } from '../../parts/conditionWords.ts';
import './flowGraph.css';

export function FlowGraph({ block }: { block: BlockValue & FlowGraphOptions }) {
  const { screen, cel } = useScope();
  const { place } = screen;
  const texts = useText();
  const change = String(cel(block.change));
  const drawn = useAnswer(block.op, { id: change }) as DrawnGraphs | undefined;
  const [shown, setShown] = useState(place.query['graph'] ?? '');
  const [chosen, setChosen] = useState(place.query['step'] ?? '');
  const graph = drawn?.graphs.find((each) => keyOf(each) === shown) ?? longestOf(drawn?.graphs ?? []);
  const mayCount = cel(block.counts) === true;
  const counts = useCounts(block.figures, mayCount && graph?.kind === 'flow' ? graph.id : undefined);
  if (!drawn) return <p>{texts.t('common.loading')}</p>;

  if (!graph) return null;
  const speaking = speakingOf(drawn, texts);
  const node = graph.nodes.find(({ id }) => id === chosen);
  const choose = (id: string) => {
    setChosen(id);
    setQuery(screen, { graph: keyOf(graph), step: id });
  };
  return (
    <div className="flow-graph">
      <Choice
        graphs={drawn.graphs}
        value={keyOf(graph)}
        onChange={(key) => {
          setShown(key);
          setChosen('');
          setQuery(screen, { graph: key, step: undefined });
        }}
      />
      <Verdict drawn={drawn} graph={graph} />
      {mayCount && graph.kind === 'flow' && (
        <p className="flow-note">{texts.t('common.blocks.flowGraph.counted', { days: countedDays })}</p>
      )}
      <div className="flow-sides">
        <StepList graph={graph} counts={counts} speaking={speaking} chosen={chosen} onChoose={choose} />
        <Drawing key={keyOf(graph)} graph={graph} counts={counts} speaking={speaking} chosen={chosen} onChoose={choose} />
        <Details change={change} graph={graph} node={node} speaking={speaking} />
      </div>
    </div>
  );
}

const keyOf = ({ kind, id }: Drawn): string => `${kind === 'flow' ? 'flow' : 'states'}-${id}`;

function Choice({ graphs, value, onChange }: { graphs: readonly Drawn[]; value: string; onChange: (key: string) => void }) {
  const { t } = useText();
  const id = useId();
  return (
    <p className="flow-choice">
      <label htmlFor={id}>{t('common.blocks.flowGraph.choose')}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {(['flow', 'lifeCycle'] as const).map((kind) => (
          <optgroup key={kind} label={t(`common.blocks.flowGraph.${kind === 'flow' ? 'flows' : 'lifeCycles'}`)}>
            {graphs
              .filter((each) => each.kind === kind)
              .map((each) => (
                <option key={each.id} value={keyOf(each)}>
                  {nameWords(each.id)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </p>
  );
}

function Verdict({ drawn, graph }: { drawn: DrawnGraphs; graph: Drawn }) {
  const { t } = useText();
  const count = graph.nodes.reduce((sum, node) => sum + findingsAt(node, graph).filter(({ severity }) => severity !== 'info').length, 0);
  if (!drawn.isExplored) return <p className="flow-verdict">{t('common.blocks.flowGraph.unexplored')}</p>;
  if (count > 0) return <p className="flow-verdict flow-unsound">{t('common.blocks.flowGraph.findings', { count })}</p>;
  return graph.kind === 'flow' ? <p className="flow-verdict">{t('common.blocks.flowGraph.sound')}</p> : null;
}

interface StepListProps {
  graph: Drawn;
  counts: Counts;
  speaking: Speaking;
  chosen: string;
  onChoose: (id: string) => void;
}

/** The content of the drawing as a list, for screen readers and narrow screens. */
function StepList({ graph, counts, speaking, chosen, onChoose }: StepListProps) {
  const { t } = useText();
  const id = useId();
  return (
    <section className="flow-list" aria-labelledby={id}>
      <h2 id={id}>{t('common.blocks.flowGraph.list')}</h2>
      <ol>
        {graph.nodes.map((node) => (
          <Listed
            key={node.id}
            node={node}
            graph={graph}
            counts={counts}
            speaking={speaking}
            isChosen={node.id === chosen}
            onChoose={onChoose}
          />
        ))}
      </ol>
    </section>
  );
}

interface ListedProps extends Omit<StepListProps, 'chosen'> {
  node: DrawnNode;
  isChosen: boolean;
}

function Listed({ node, graph, counts, speaking, isChosen, onChoose }: ListedProps) {
  const { t } = useText();
  const ways = waysFrom(node, graph, speaking);
  const stays = staysOn(node, graph);
  const count = findingsAt(node, graph).length;
  const came = countWords(node, counts, speaking);
  return (
    <li className={`flow-listed flow-${node.kind}`}>
      <button type="button" className="file-row" aria-current={isChosen || undefined} onClick={() => onChoose(node.id)}>
        <span className="file-name">{nodeWords(node, speaking)}</span>
        {count > 0 && <span className="file-problems">{t('common.blocks.flowGraph.findings', { count })}</span>}
      </button>
      {came.length > 0 && <p className="flow-note">{came.join('; ')}</p>}
      {(ways.length > 1 || graph.kind === 'lifeCycle') && (
        <ul>
          {ways.map(({ edge, text }) => (
            <li key={`${edge.kind} ${edge.event ?? ''} ${edge.to}`}>{text}</li>
          ))}
          {stays.length > 0 && <li>{t('common.blocks.flowGraph.stays', { events: stays.join(', ') })}</li>}
        </ul>
      )}
    </li>
  );
}

/** The largest flow, because people usually look for that one first. */
const longestOf = (graphs: DrawnGraphs['graphs']): DrawnGraphs['graphs'][number] | undefined =>
  graphs.toSorted((one, other) => Number(other.kind === 'flow') - Number(one.kind === 'flow') || other.nodes.length - one.nodes.length)[0];
