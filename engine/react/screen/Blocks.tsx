import { observer } from 'mobx-react-lite';
import { Component, Fragment, type ReactNode, Suspense, useRef } from 'react';
import type { BlockValue } from '../../config/screen.ts';
import { CardSkeleton } from '../parts/Skeleton.tsx';
import type { DataState, DataStore } from './dataStore.ts';
import { type Scope, useScope } from './scope.tsx';
import { Trouble } from './Trouble.tsx';
import { isRefusal } from './types.ts';

/**
 * Renders blocks from top to bottom. Each block loads, fails and hides on its own. A block below a loading one appears after it, so
 * that nothing moves down later. A block that has appeared stays.
 *
 * @param areAll whether these are all blocks of the screen; then a line below the heading shows the age of cached data
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
          {/* Placed in the gap between two blocks, so that nothing moves when it disappears. */}
          {asOf && index === first && (
            <output className="as-of">
              <span>{scope.screen.engine.texts.t('common.asOf', { at: asOf })}</span>
            </output>
          )}
          <Block block={block} />
        </Fragment>
      ))}
      {/* The key forces a new element each time, because a moved one counts as a layout shift. */}
      {appeared.current < blocks.length && <CardSkeleton key={appeared.current} />}
    </>
  );
});

/** Whether data of a block, or of a visible block inside it, is still loading. */
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
  // An idle name is not being fetched.
  if (read.some((name) => screen.data.state(name).status === 'idle')) return null;
  const waiting = read.filter((name) => screen.data.state(name).value === undefined);
  const failed = waiting.find((name) => screen.data.state(name).status === 'failed');
  if (failed !== undefined) {
    const alike = failedAlike(screen.data, failed);
    return firstReader(scope, screen.loaded.definition.blocks, alike) === block ? (
      <DataProblem error={screen.data.state(failed).error} names={alike} isTitle={block.block === 'heading'} />
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
  if (!Registered) throw new Error(`No block "${block.block}".`);
  return <Registered block={block} />;
}

/** Returns all failed data with the same error, which share one message and one retry. */
function failedAlike(data: DataStore, name: string): string[] {
  const reason = reasonOf(data.state(name));
  return data.names.filter((each) => data.state(each).status === 'failed' && reasonOf(data.state(each)) === reason);
}

const reasonOf = ({ error }: DataState) => (isRefusal(error) ? error.code : undefined);

/** Shows an error once, at the first visible block that reads the missing data. */
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

/** Returns the blocks inside a block: its own, or those of its items. */
function blocksIn({ blocks, items }: Record<string, unknown>): BlockValue[] {
  const own = Array.isArray(blocks) ? (blocks as BlockValue[]) : [];
  return Array.isArray(items) ? [...own, ...items.flatMap((item) => blocksIn(item as Record<string, unknown>))] : own;
}

/** Instead of the heading, the error is the title of the page. */
const DataProblem = observer(function DataProblem({
  error,
  names,
  isTitle,
}: {
  error: unknown;
  names: readonly string[];
  isTitle: boolean;
}) {
  const { data } = useScope().screen;
  return <Trouble error={error} isTitle={isTitle} onRetry={() => names.forEach((name) => void data.refresh(name))} />;
});

interface BoundaryProps {
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** Contains the error of a block, so that the other blocks keep working. */
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
