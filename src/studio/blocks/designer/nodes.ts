import { computed } from 'mobx';
import { useMemo } from 'react';
import type { Design } from './design.ts';
import { useWord } from './model.ts';
import { type DesignNode, groups, keyOf, nodesOf, placeOf } from './tree.ts';

/** The tree of groups, files and their content. Each group is recomputed when its files change. */
export function useNodes(design: Design) {
  const word = useWord();
  return useMemo(() => {
    const byGroup = groups.map((group) => ({ group, nodes: computed(() => nodesOf(design, group)) }));
    const all = computed((): DesignNode[] =>
      byGroup.map(({ group, nodes }) => ({
        key: group,
        kind: 'group',
        name: word(`group.${group}`),
        hint: String(nodes.get().length),
        file: '',
        pointer: '',
        children: nodes.get(),
      })),
    );
    const index = computed(() => {
      const known = new Map<string, DesignNode>();
      const parents = new Map<string, string>();
      const add = (node: DesignNode): void => {
        known.set(node.key, node);
        for (const child of node.children) {
          parents.set(child.key, node.key);
          add(child);
        }
      };
      all.get().forEach(add);
      return { known, parents };
    });
    return { all, index };
  }, [design, word]);
}

/** The node at a place, or else its nearest ancestor. */
export function nearest(known: ReadonlyMap<string, DesignNode>, key: string): DesignNode | undefined {
  const exact = known.get(key);
  if (exact || !key.includes('#')) return exact;
  const { file, pointer } = placeOf(key);
  if (pointer === '') return undefined;
  return nearest(known, keyOf({ file, pointer: pointer.slice(0, pointer.lastIndexOf('/')) }));
}

/** The nodes that match a search by name or id, with their ancestors. */
export function matching(nodes: readonly DesignNode[], wanted: string): DesignNode[] {
  return nodes.flatMap((node) => {
    const isFound = node.kind !== 'group' && `${node.name} ${node.hint}`.toLowerCase().includes(wanted);
    const children = matching(node.children, wanted);
    return isFound || children.length > 0 ? [{ ...node, children: isFound && children.length === 0 ? node.children : children }] : [];
  });
}

export const openIn = (nodes: readonly DesignNode[]): string[] =>
  nodes.flatMap((node) => (node.kind === 'group' || node.children.length <= 30 ? [node.key, ...openIn(node.children)] : []));
