import { useText } from '../../../../engine/react/text.tsx';
import { copyRow, insertRow, moveRow, removeRow, type Sheet } from './rows.ts';
import type { OnEdit } from './useGrid.ts';

export type RowAction = 'insertAbove' | 'insertBelow' | 'moveUp' | 'moveDown' | 'copy' | 'delete';

interface Acting {
  sheet: Sheet;
  onEdit: OnEdit;
  row: number;
  say: (text: string) => void;
  /** Moves the focus to a row. With `isMoved`, the current row has moved there; otherwise another row is there. */
  goTo: (row: number, isMoved: boolean) => void;
}

/** The actions on a row. The default row always stays last. */
export function useRowActions({ sheet, onEdit, row, say, goTo }: Acting) {
  const { t } = useText();
  const last = sheet.rows.length - 1;
  const isDefault = row === last;
  const actions: { action: RowAction; isPossible: boolean }[] = [
    { action: 'insertAbove', isPossible: true },
    { action: 'insertBelow', isPossible: !isDefault },
    { action: 'moveUp', isPossible: row > 0 && !isDefault },
    { action: 'moveDown', isPossible: row < last - 1 },
    { action: 'copy', isPossible: true },
    { action: 'delete', isPossible: !isDefault },
  ];
  const edit: Record<RowAction, { to: number; said: string; by: (text: string) => ReturnType<typeof removeRow> }> = {
    insertAbove: { to: row, said: 'inserted', by: (text) => insertRow(text, sheet, row) },
    insertBelow: { to: row + 1, said: 'inserted', by: (text) => insertRow(text, sheet, row + 1) },
    moveUp: { to: row - 1, said: 'moved', by: (text) => moveRow(text, row, row - 1) },
    moveDown: { to: row + 1, said: 'moved', by: (text) => moveRow(text, row, row + 1) },
    copy: { to: isDefault ? row : row + 1, said: 'inserted', by: (text) => copyRow(text, sheet, row) },
    delete: { to: row, said: 'deleted', by: (text) => removeRow(text, row) },
  };
  const act = (wanted: RowAction) => {
    if (!actions.find(({ action }) => action === wanted)?.isPossible) return;
    const { to, said, by } = edit[wanted];
    const name = sheet.rows[row]?.id ?? String(row + 1);
    if (!onEdit(t(`common.blocks.decisionGrid.did.${wanted}`, { row: name }), by)) return;
    say(t(`common.blocks.decisionGrid.${said}`, { row: to + 1 }));
    goTo(to, said === 'moved');
  };
  return { act, actions };
}
