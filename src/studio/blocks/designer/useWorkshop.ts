import { useEffect, useRef, useState } from 'react';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { readKept } from '../../files/kept.ts';
import type { FilesSession } from '../../files/session.ts';
import type { Clip } from './acts.ts';
import type { Design } from './design.ts';
import { editFiles, useWord, type Workbench } from './model.ts';
import { nearest, useNodes } from './nodes.ts';
import { Refused } from './scratch.ts';
import { type Restructured, sizeOf, type Slot } from './structure.ts';
import { keyOf, placeOf } from './tree.ts';
import { type Addable, keptWizard } from './wizards.ts';

/** The ancestors of a node. */
function above(parents: ReadonlyMap<string, string>, key: string): string[] {
  const parent = parents.get(key);
  return parent === undefined ? [] : [parent, ...above(parents, parent)];
}

interface Adds {
  what: Addable;
  to: Slot;
  /** The node that was selected when the wizard was started. */
  from: string;
  /** Whether it was started on an earlier visit to the page. */
  isReopened?: boolean;
}

const openWizard = 'open wizard';

/** Whether a wizard can be resumed: the file is editable, something is filled in, and the target list still exists. */
function canGoOn(session: FilesSession, design: Design, { what, to }: Adds): boolean {
  const { file } = to;
  if (!session.mayEdit(file || 'flows/') || session.find(file)?.state === 'readOnly') return false;
  const around = { file, pointer: to.pointer.slice(0, Math.max(0, to.pointer.lastIndexOf('/'))) };
  if (file !== '' && (design.at(around) === undefined || to.index > sizeOf(design, to))) return false;
  const filled = readKept(session.forms.get(keptWizard(what, to)));
  return isPlainObject(filled) && Object.values(filled).some(isFilledIn);
}

const isFilledIn = (value: unknown): boolean =>
  isPlainObject(value) || Array.isArray(value)
    ? Object.values(value).some(isFilledIn)
    : value !== undefined && value !== '' && value !== false;

/**
 * The wizard in progress. It reopens after a reload unless the URL names a node.
 *
 * @param asked the node that the URL names
 */
function useAdds(session: FilesSession, design: Design, asked: string | undefined, selected: string) {
  const [adds, setAdds] = useState<Adds | undefined>(() => {
    const kept = readKept(session.forms.get(openWizard)) as Adds | undefined;
    const isWanted = kept && (asked === undefined || asked === kept.from) && canGoOn(session, design, kept);
    return isWanted ? { ...kept, isReopened: true } : undefined;
  });
  const begin = (next: Omit<Adds, 'from'> | undefined) => {
    const begun = next && { ...next, from: selected };
    session.forms.put(openWizard, begun && JSON.stringify(begun));
    setAdds(begun);
  };
  /** The wizard was finished or cancelled. */
  const end = () => {
    if (adds) session.forms.put(keptWizard(adds.what, adds.to), undefined);
    begin(undefined);
  };
  return { adds, setAdds: begin, endAdding: end };
}

export type WorkshopState = ReturnType<typeof useWorkshop>;

/** Where the focus goes after a structural edit. */
export type Focus = 'tree' | 'inspector' | 'stays';

/** Focuses the selected row once the tree contains it. */
function useRefocus(selected: string): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    document.querySelector<HTMLElement>(`.designer-tree [data-key="${CSS.escape(selected)}"]`)?.focus();
  });
  return () => void (isWanted.current = true);
}

/** State of the designer: selection, expanded nodes, the wizard in progress, and structural edits. */
export function useWorkshop(session: FilesSession, design: Design, conditionOperation: string) {
  const { screen } = useScope();
  const word = useWord();
  const { all, index } = useNodes(design);
  const { known, parents } = index.get();
  const { file: askedFile, at = '' } = screen.place.query;
  const [selected, setSelected] = useState(askedFile === undefined ? '' : keyOf({ file: askedFile, pointer: at }));
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['flow']));
  const [isAsked, setAsked] = useState(askedFile !== undefined);
  const adding = useAdds(session, design, askedFile === undefined ? undefined : selected, selected);
  const [message, setMessage] = useState('');
  const [clipboard, setClipboard] = useState<Clip>();
  const node = nearest(known, selected);
  const refocus = useRefocus(selected);

  const select = (key: string, isElsewhere = true) => {
    const found = nearest(known, key);
    setSelected(found?.key ?? key);
    setAsked(isElsewhere);
    adding.setAdds(undefined);
    setMessage('');
    const place = placeOf(found?.key ?? key);
    if (place.file.includes('/')) setQuery(screen, { file: place.file, at: place.pointer === '' ? undefined : place.pointer });
  };
  const [seen, setSeen] = useState<string>();
  if (node && seen !== node.key) {
    // Expand the ancestors of a newly selected node, so that the tree shows it.
    setSeen(node.key);
    setExpanded(new Set([...expanded, ...above(parents, node.key)]));
  }
  const apply = async (name: string, made: Restructured | undefined, focus: Focus) => {
    if (!made) return;
    if (!(await session.edit(name, made.texts))) return setMessage(word('notDone'));
    // Only wizards move the focus to the inspector.
    if (focus === 'inspector') adding.endAdding();
    else adding.setAdds(undefined);
    if (made.select !== undefined) {
      setSelected(made.select);
      setAsked(focus === 'inspector');
      if (focus === 'tree') refocus();
    }
    setMessage(name);
  };
  const restructure = (name: string, make: () => Restructured | undefined, focus: Focus) => {
    try {
      void apply(name, make(), focus);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setMessage(word('notDone'));
    }
  };
  const place = node?.file ? session.find(node.file) : undefined;
  const mayEdit = place?.state !== 'readOnly' && session.mayEdit(node?.file || 'flows/');
  const bench: Workbench = {
    session,
    design,
    mayEdit,
    edit: (...edit) => editFiles({ session, design }, ...edit),
    select,
    conditionOperation,
  };
  return {
    bench,
    node,
    known,
    all: all.get(),
    expanded,
    setExpanded,
    isAsked,
    ...adding,
    message,
    clipboard,
    setClipboard,
    say: setMessage,
    select,
    restructure,
  };
}
