import type { KeyboardEvent } from 'react';
import type { Design, Place } from './design.ts';
import { duplicatedFile, duplicatedStep } from './duplicate.ts';
import type { useWord } from './model.ts';
import { type Copied, copied, isMovable, moved, pasted, removed, type Restructured, type Slot, sizeOf, slotOf } from './structure.ts';
import type { DesignNode, Group } from './tree.ts';
import type { Focus } from './useWorkshop.ts';
import type { Addable } from './wizards.ts';

export const titleOfAdd: Record<Addable, string> = {
  question: 'add.field',
  step: 'add.step',
  screen: 'add.screen',
  block: 'add.block',
  enum: 'add.enum',
  code: 'add.code',
};

/** The parts that can be added at a node, and their position: after the node, or at the end of its list. */
export function addsAt(design: Design, node: DesignNode, mayEdit: boolean): { what: Addable; to: Slot }[] {
  const { kind, file, lists = [] } = node;
  if (!mayEdit) return [];
  if (kind === 'group') {
    const what = ({ screen: 'screen', enum: 'enum' } as Partial<Record<Group, Addable>>)[node.key as Group];
    return what ? [{ what, to: { file: '', pointer: '', index: 0 } }] : [];
  }
  const at = (pointer: string, index: number): Slot => ({ file, pointer, index });
  const end = (pointer: string) => at(pointer, sizeOf(design, { file, pointer }));
  const behind = () => {
    const slot = slotOf(design, node);
    return { ...slot, index: slot.index + 1 };
  };
  if (kind === 'flow') return file.endsWith('.flow.json') ? [{ what: 'step', to: end('/steps') }] : [];
  if (kind === 'step') return file.endsWith('.flow.json') ? [{ what: 'step', to: behind() }] : [];
  if (kind === 'form') return [{ what: 'question', to: end('/properties') }];
  if (kind === 'field') return [{ what: 'question', to: behind() }];
  if (kind === 'enum') return [{ what: 'code', to: end('/enum') }];
  if (kind === 'code') return [{ what: 'code', to: behind() }];
  if (kind === 'screen') return [{ what: 'block', to: end('/blocks') }];
  const [inner] = lists;
  return kind === 'block' ? [{ what: 'block', to: inner === undefined ? behind() : end(inner) }] : [];
}

export interface Act {
  name: string;
  off: boolean;
  run: (focus: Focus) => void;
  isKey: (event: KeyboardEvent) => boolean;
}

interface ActsOn {
  node: DesignNode;
  design: Design;
  clipboard: Clip | undefined;
  restructure: (name: string, make: () => Restructured | undefined, focus: Focus) => void;
  word: ReturnType<typeof useWord>;
  setClipboard: (copy: Clip) => void;
  say: (message: string) => void;
}

const withControl = (event: KeyboardEvent, key: string): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === key;

/** The actions on a node, for both buttons and keyboard. */
export function actsOn({ node, design, clipboard, restructure, word, setClipboard, say }: ActsOn): Act[] {
  const what = node.name;
  const acts: Act[] = [];
  if (isMovable(node)) {
    const slot = slotOf(design, node);
    const move = (index: number, focus: Focus) =>
      restructure(word('did.move', { what }), () => moved(design, node, { ...slot, index }), focus);
    acts.push(
      {
        name: 'up',
        off: slot.index <= 0,
        run: (focus) => move(slot.index - 1, focus),
        isKey: ({ altKey, key }) => altKey && key === 'ArrowUp',
      },
      {
        name: 'down',
        off: slot.index >= sizeOf(design, slot) - 1,
        run: (focus) => move(slot.index + 2, focus),
        isKey: ({ altKey, key }) => altKey && key === 'ArrowDown',
      },
    );
  }
  const copy = clipOf(design, node);
  if (copy)
    acts.push({
      name: 'copy',
      off: false,
      run: () => {
        setClipboard(copy());
        say(word('did.copy'));
      },
      isKey: (event) => withControl(event, 'c'),
    });
  const paste = clipboard && pasteOf(design, node, clipboard);
  if (paste)
    acts.push({
      name: 'paste',
      off: false,
      run: (focus) => restructure(word('did.paste', { what }), paste, focus),
      isKey: (event) => withControl(event, 'v'),
    });
  if (node.kind !== 'flow' && node.kind !== 'group' && node.kind !== 'part')
    acts.push({
      name: 'delete',
      off: false,
      run: (focus) => restructure(word('did.delete', { what }), () => removed(design, node), focus),
      isKey: ({ key }) => key === 'Delete',
    });
  return acts;
}

/** The clipboard: a copy of a block or a question, or the place of a node that has files of its own. */
export type Clip = Copied | PlacedClip;

interface PlacedClip extends Place {
  kind: 'step' | 'screen' | 'enum';
}

function clipOf(design: Design, node: DesignNode): (() => Clip) | undefined {
  const { kind, file, pointer } = node;
  if (kind === 'block' || kind === 'field') return () => copied(design, node);
  return kind === 'step' || kind === 'screen' || kind === 'enum' ? () => ({ kind, file, pointer }) : undefined;
}

function pasteOf(design: Design, node: DesignNode, clip: Clip): (() => Restructured) | undefined {
  if (clip.kind === 'screen' || clip.kind === 'enum')
    return node.kind === clip.kind || node.key === clip.kind ? () => duplicatedFile(design, clip.file) : undefined;
  const to = targetFor(design, node, clip.kind);
  if (!to) return undefined;
  return 'file' in clip ? () => duplicatedStep(design, clip, to) : () => pasted(design, clip, to);
}

const holders: Readonly<Record<string, string>> = { block: 'screen', field: 'form', step: 'flow' };

/** Where to paste: after the selected node of the same kind, or at the end of the list in the selected screen, form or flow. */
function targetFor(design: Design, node: DesignNode, kind: 'block' | 'field' | 'step'): Slot | undefined {
  if (node.kind === kind) {
    const slot = slotOf(design, node);
    return { ...slot, index: slot.index + 1 };
  }
  const [list] = node.lists ?? [];
  const { file } = node;
  return node.kind === holders[kind] && list !== undefined
    ? { file, pointer: list, index: sizeOf(design, { file, pointer: list }) }
    : undefined;
}
