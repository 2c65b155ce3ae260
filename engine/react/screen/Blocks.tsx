import { observer } from 'mobx-react-lite';
import { Component, Fragment, type ReactNode, Suspense, useRef } from 'react';
import type { BlockValue } from '../../config/screen.ts';
import { CardSkeleton } from '../parts/Skeleton.tsx';
import type { DataState, DataStore } from './dataStore.ts';
import { type Scope, useScope } from './scope.tsx';
import { Trouble } from './Trouble.tsx';
import { isRefusal } from './types.ts';

/**
 * Blocks from top to bottom. Each waits, fails and is hidden for itself; but what stands below one that waits appears after it, so
 * that nothing on the glass moves down when it comes. What has appeared stays.
 *
 * @param areAll whether these are all blocks of the screen: a line below its heading says how old something kept is
 */
export const Blocks = observer(function Blocks({ blocks, areAll }: { blocks: readonly BlockValue[]; areAll?: true }) {
  const scope = useScope();
  const appeared = useRef(0);
  const awaited = blocks.findIndex((block) => isAwaited(scope, block));
  appeared.current = awaited < 0 ? blocks.length : Math.max(appeared.current, awaited);
  const asOf = areAll ? scope.screen.data.asOf : undefined;
  const first = blocks.findIndex(({ block }) => block !== 'heading');
  return (
    <>
      {blocks.slice(0, appeared.current).map((block, index) => (
        <Fragment key={block.id ?? index}>
          {/* In the gap between two blocks, so that nothing moves when it goes. */}
          {asOf && index === first && (
            <output className="as-of">
              <span>{scope.screen.engine.texts.t('common.asOf', { at: asOf })}</span>
            </output>
          )}
          <Block block={block} />
        </Fragment>
      ))}
      {/* Another one each time: the same, further down, would count as something that moved. */}
      {appeared.current < blocks.length && <CardSkeleton key={appeared.current} />}
    </>
  );
});

/** Whether something of a block is still on its way: its own data, or that of a block in it that would be shown. */
function isAwaited(scope: Scope, block: BlockValue): boolean {
  const { data } = scope.screen;
  const read = scope.screen.reads(block);
  if (read.some((name) => data.isAwaited(name))) return true;
  if (read.some((name) => data.state(name).value === undefined) || !scope.holds(block.when)) return false;
  return blocksIn(block).some((inner) => isAwaited(scope, inner));
}

const Block = observer(function Block({ block }: { block: BlockValue }) {
  const scope = useScope();
  const { screen } = scope;
  const read = screen.reads(block);
  // What is not asked for will not come.
  if (read.some((name) => screen.data.state(name).status === 'idle')) return null;
  const waiting = read.filter((name) => screen.data.state(name).value === undefined);
  const failed = waiting.find((name) => screen.data.state(name).status === 'failed');
  if (failed !== undefined) {
    const alike = failedAlike(screen.data, failed);
    return firstReader(scope, screen.loaded.definition.blocks, alike) === block ? (
      <DataProblem error={screen.data.state(failed).error} names={alike} />
    ) : null;
  }
  if (waiting.length > 0) return <CardSkeleton />;
  if (!scope.holds(block.when)) return null;
  return (
    <Boundary onError={(error) => screen.host.report(error, `screen ${screen.id}: block ${block.block}`)}>
      <Suspense fallback={<CardSkeleton />}>
        <Registered block={block} />
      </Suspense>
    </Boundary>
  );
});

function Registered({ block }: { block: BlockValue }) {
  const { blocks } = useScope().screen.host;
  const Registered = Object.hasOwn(blocks, block.block) ? blocks[block.block] : undefined;
  if (!Registered) throw new Error(`No block "${block.block}" is registered.`);
  return <Registered block={block} />;
}

/** All that did not come for the same reason: what is told and tried again at once. */
function failedAlike(data: DataStore, name: string): string[] {
  const reason = reasonOf(data.state(name));
  return data.names.filter((each) => data.state(each).status === 'failed' && reasonOf(data.state(each)) === reason);
}

const reasonOf = ({ error }: DataState) => (isRefusal(error) ? error.code : undefined);

/** One reason is told once, at the first block of those shown that misses what did not come. */
function firstReader(scope: Scope, blocks: readonly BlockValue[], names: readonly string[]): BlockValue | undefined {
  const { data } = scope.screen;
  for (const block of blocks) {
    const read = scope.screen.reads(block);
    if (read.some((name) => data.state(name).status === 'idle')) continue;
    if (read.some((name) => names.includes(name))) return block;
    const inner = scope.holds(block.when) ? firstReader(scope, blocksIn(block), names) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** The blocks inside a block: its own, or those of its items. */
function blocksIn({ blocks, items }: Record<string, unknown>): BlockValue[] {
  const own = Array.isArray(blocks) ? (blocks as BlockValue[]) : [];
  return Array.isArray(items) ? [...own, ...items.flatMap((item) => blocksIn(item as Record<string, unknown>))] : own;
}

const DataProblem = observer(function DataProblem({ error, names }: { error: unknown; names: readonly string[] }) {
  const { data } = useScope().screen;
  return <Trouble error={error} onRetry={() => names.forEach((name) => void data.refresh(name))} />;
});

interface BoundaryProps {
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** A block that breaks takes nothing else with it. */
class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.broken ? <Trouble onRetry={() => this.setState({ broken: false })} /> : this.props.children;
  }
}
