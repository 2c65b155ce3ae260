import { observer } from 'mobx-react-lite';
import { useMemo, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { pointerTo } from '../../../../engine/compiler/project/document.ts';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import type { Place } from './design.ts';
import { problemsAt, useWord, useWorkbench } from './model.ts';
import { canMove, isMovable, type Slot, sizeOf, slotOf } from './structure.ts';
import { type DesignNode, layoutOf } from './tree.ts';

interface DesignTreeProps {
  nodes: readonly DesignNode[];
  find: (key: string) => DesignNode | undefined;
  selected: string;
  expanded: ReadonlySet<string>;
  onSelect: (key: string) => void;
  onExpand: (keys: ReadonlySet<string>) => void;
  onMove: (node: DesignNode, to: Slot) => void;
}

/**
 * react-aria inserts a `<style>` unless an element with this id exists, and the content security policy forbids it. studio.css contains the
 * rule.
 */
const pressableStyle = 'react-aria-pressable-style';
if (!document.getElementById(pressableStyle)) document.head.append(Object.assign(document.createElement('meta'), { id: pressableStyle }));

const dragType = 'application/x-hakbang-node';

/** The application as a tree with arrow keys, type-ahead, and drag and drop by mouse and keyboard. */
export const DesignTree = observer(function DesignTree({ nodes, find, selected, expanded, onSelect, onExpand, onMove }: DesignTreeProps) {
  const { design, mayEdit } = useWorkbench();
  const word = useWord();
  const dragged = useRef<DesignNode>(undefined);

  const slotFor = (key: string, position: 'on' | 'before' | 'after'): Slot | undefined => {
    const target = find(key);
    if (!target) return undefined;
    if (position === 'on') {
      const list = target.lists?.[0];
      return list === undefined
        ? undefined
        : { file: target.file, pointer: list, index: sizeOf(design, { file: target.file, pointer: list }) };
    }
    if (!isMovable(target)) return undefined;
    const slot = slotOf(design, target);
    return position === 'before' ? slot : { ...slot, index: slot.index + 1 };
  };
  const { dragAndDropHooks } = useDragAndDrop<DesignNode>({
    isDisabled: !mayEdit,
    getItems: (keys) => [...keys].map((key) => ({ [dragType]: String(key), 'text/plain': find(String(key))?.name ?? '' })),
    acceptedDragTypes: [dragType],
    onDragStart: ({ keys }) => void (dragged.current = find(String([...keys][0]))),
    getDropOperation: (target) => {
      const node = dragged.current;
      const slot = node && target.type === 'item' ? slotFor(String(target.key), target.dropPosition) : undefined;
      return node && slot && isMovable(node) && canMove(node, slot) ? 'move' : 'cancel';
    },
    onMove: ({ keys, target }) => {
      const node = find(String([...keys][0]));
      const slot = slotFor(String(target.key), target.dropPosition);
      if (node && slot) onMove(node, slot);
    },
  });

  const shown = useMemo(() => ({ expanded, selected, nodes }), [expanded, selected, nodes]);
  const render = (node: DesignNode) => (
    <TreeItem id={node.key} textValue={node.name} className="designer-item" hasChildItems={node.children.length > 0}>
      <TreeItemContent>
        {({ level }) => <Row node={node} level={level} canDrag={mayEdit && isMovable(node)} label={word} />}
      </TreeItemContent>
      <Collection items={expanded.has(node.key) ? node.children : []} dependencies={[shown]}>
        {render}
      </Collection>
    </TreeItem>
  );
  return (
    <Tree<DesignNode>
      aria-label={word('tree')}
      className="designer-tree"
      items={nodes}
      dependencies={[shown]}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={selected === '' ? [] : [selected]}
      onSelectionChange={(keys) => keys !== 'all' && [...keys].forEach((key) => onSelect(String(key)))}
      expandedKeys={expanded}
      onExpandedChange={(keys) => onExpand(new Set([...keys].map(String)))}
      dragAndDropHooks={dragAndDropHooks}
      renderEmptyState={() => <p className="designer-hint">{word('nothing')}</p>}
    >
      {render}
    </Tree>
  );
});

/** The places whose problems belong to a node. */
function placesOf({ kind, file, pointer, hint }: DesignNode): Place[] {
  if (kind === 'group') return [];
  if (kind === 'form')
    return [
      { file, pointer },
      { file: layoutOf(file), pointer: '' },
    ];
  return kind === 'field'
    ? [
        { file, pointer },
        { file: layoutOf(file), pointer: pointerTo('/fields', hint) },
      ]
    : [{ file, pointer }];
}

interface RowProps {
  node: DesignNode;
  level: number;
  canDrag: boolean;
  label: ReturnType<typeof useWord>;
}

const Row = observer(function Row({ node, level, canDrag, label }: RowProps) {
  const { session } = useWorkbench();
  const count = placesOf(node).flatMap((place) => problemsAt(session.problems, place)).length;
  return (
    <div className="designer-row" style={{ paddingInlineStart: `${(level - 1) * 1}rem` }}>
      <Button slot="chevron" className={node.children.length > 0 ? 'designer-chevron' : 'designer-chevron designer-leaf'}>
        <Icon name="chevron" />
      </Button>
      <span className="designer-name">{node.name}</span>
      {node.hint !== node.name && <span className="designer-id">{node.hint}</span>}
      {count > 0 && (
        <span className="file-problems">
          {count}
          <span className="visually-hidden"> {label('problem', { count })}</span>
        </span>
      )}
      {canDrag && (
        <Button slot="drag" className="designer-drag" aria-label={label('drag', { name: node.name })}>
          ⠿
        </Button>
      )}
    </div>
  );
});
