import { useId, useState } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { isRefusal } from '../../../../engine/react/screen/types.ts';
import { useText } from '../../../../engine/react/text.tsx';
import type { Backtest, DecisionColumn } from '../../../../server/contract/staff/studioDecisions.ts';
import type { TableApi } from './useTable.ts';
import { verdictOf } from './verdict.ts';
import { shownOutcome } from './written.ts';

interface BacktestPanelProps {
  columns: readonly DecisionColumn[];
  api: TableApi;
  /** Text of the table. A result applies only to the text for which it was requested. */
  text: string;
  /** Why the backtest cannot run now. */
  waitsFor: 'save' | 'errors' | undefined;
}

/** How many outcomes of past decisions would differ with the changed table. */
export function BacktestPanel({ columns, api, text, waitsFor }: BacktestPanelProps) {
  const { host } = useScope().screen;
  const { t } = useText();
  const title = useId();
  const [found, setFound] = useState<{ result: Backtest; text: string }>();
  const [isBusy, setBusy] = useState(false);
  const word = (key: string, more?: Record<string, unknown>) => t(`common.blocks.decisionGrid.backtest.${key}`, more);
  const run = async () => {
    setBusy(true);
    try {
      setFound({ result: await api.backtest(), text });
    } catch (error) {
      if (isRefusal(error)) host.react(error, { retry: () => void run() });
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="decisions-backtest" aria-labelledby={title}>
      <h2 id={title}>{word('title')}</h2>
      <p className="decisions-hint">{word('hint')}</p>
      <p className="decisions-run">
        <Button tone="secondary" busy={isBusy} off={waitsFor !== undefined} onClick={() => void run()}>
          {word('run')}
        </Button>
        {waitsFor && <span className="decisions-hint">{word(`waits.${waitsFor}`)}</span>}
      </p>
      <output>{found && word(found.text === text ? 'done' : 'outdated')}</output>
      {found && <Result result={found.result} columns={columns} />}
    </section>
  );
}

function Result({ result, columns }: { result: Backtest; columns: readonly DecisionColumn[] }) {
  const { t, formats } = useText();
  const word = (key: string, more?: Record<string, unknown>) => t(`common.blocks.decisionGrid.backtest.${key}`, more);
  const { considered, changed, withoutFacts, failed, isExact, moves } = result;
  const counts = { considered: formats.number(considered), count: changed };
  return (
    <>
      <p>{word(verdictOf(result), counts)}</p>
      {!isExact && <p className="decisions-hint">{word('tens')}</p>}
      {withoutFacts > 0 && <p className="decisions-hint">{word('withoutFacts', { count: withoutFacts })}</p>}
      {failed > 0 && <p className="decisions-hint">{word('failed', { count: failed })}</p>}
      <Matrix result={result} />
      {moves.length > 0 && (
        <table className="decisions-grid decisions-moves">
          <caption>{word('moves')}</caption>
          <thead>
            <tr>
              <th scope="col">{word('before')}</th>
              <th scope="col">{word('after')}</th>
              <th scope="col">{word('count')}</th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ from, to, count, examples = [] }) => (
              <tr key={JSON.stringify([from, to])}>
                <td>{shownOutcome(from, columns, formats) || word('failure')}</td>
                <td>{shownOutcome(to, columns, formats) || word('failure')}</td>
                <td>
                  {formats.number(count)}
                  {examples.length > 0 && (
                    <details>
                      <summary>{word('examples')}</summary>
                      {examples.map(({ label }) => label).join(', ')}
                    </details>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Rows are decisions of the active release, columns those of the change. */
function Matrix({ result: { matrix, isExact } }: { result: Backtest }) {
  const { t, formats } = useText();
  const word = (key: string, more?: Record<string, unknown>) => t(`common.blocks.decisionGrid.backtest.${key}`, more);
  const names = [...new Set(matrix.flatMap(({ from, to }) => [from, to]))].toSorted();
  if (names.length === 0) return null;
  const nameOf = (decision: string) => decision || word('failure');
  const cell = (from: string, to: string) => {
    const count = matrix.find((each) => each.from === from && each.to === to)?.count;
    return count === undefined ? (isExact ? '0' : word('fewer')) : formats.number(count);
  };
  return (
    <div className="decisions-scroll">
      <table className="decisions-grid decisions-matrix">
        <caption>{word('matrix')}</caption>
        <thead>
          <tr>
            <th scope="col">{word('before')}</th>
            {names.map((to) => (
              <th key={to} scope="col">
                {word('to', { decision: nameOf(to) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((from) => (
            <tr key={from}>
              <th scope="row">{nameOf(from)}</th>
              {names.map((to) => (
                <td key={to} data-same={from === to || undefined}>
                  {cell(from, to)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
