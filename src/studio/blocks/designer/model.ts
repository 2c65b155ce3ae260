import { createContext, useCallback, useContext } from 'react';
import { useText } from '../../../../engine/react/text.tsx';
import type { Values } from '../../../../engine/texts/words.ts';
import type { Problem } from '../../../../server/contract/staff/studio.ts';
import type { FilesSession } from '../../files/session.ts';
import type { Visit } from '../../parts/useTyped.ts';
import type { Design, Place } from './design.ts';
import { Refused, Scratch } from './scratch.ts';

/** Shared context of all parts of the designer. */
export interface Workbench {
  session: FilesSession;
  design: Design;
  mayEdit: boolean;
  /**
   * Makes an edit under the name that its undo shows, grouped with other edits of the same visit to a field. Returns false if the files do
   * not allow it.
   */
  edit: (name: string, make: (scratch: Scratch) => void, visit?: Visit) => Promise<boolean>;
  select: (key: string) => void;
  /** Operation that returns what one condition can read. */
  conditionOperation: string;
}

export const WorkbenchContext = createContext<Workbench | undefined>(undefined);

export function useWorkbench(): Workbench {
  const bench = useContext(WorkbenchContext);
  if (!bench) throw new Error('Stands in a Designer only.');
  return bench;
}

/** Returns a lookup for the designer's texts. */
export function useWord(): (key: string, values?: Values) => string {
  const { t } = useText();
  return useCallback((key: string, values?: Values) => t(`common.blocks.designer.${key}`, values), [t]);
}

export async function editFiles(
  { session, design }: Pick<Workbench, 'session' | 'design'>,
  ...[name, make, visit]: Parameters<Workbench['edit']>
): Promise<boolean> {
  const scratch = new Scratch(design);
  try {
    make(scratch);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
  const { changed } = scratch;
  return changed.length === 0 || session.edit(name, changed, visit);
}

/** Problems at a place or inside it. */
export const problemsAt = (problems: readonly Problem[] | undefined, { file, pointer }: Place): Problem[] =>
  (problems ?? []).filter((problem) => problem.file === file && (problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`)));
