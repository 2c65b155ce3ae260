import type { ScreenModel } from '../../../engine/react/screen/screenModel.ts';
import type { ScreenTicket } from '../../api/contract.ts';
import type { ScreenPosition } from './screenPosition.ts';

/** A screen in the page, visible or kept alive. */
export interface Entry {
  /** Screen and parameters. Two visits to the same screen share an entry. */
  key: string;
  /** Path of its last visit. */
  path: string;
  ticket: ScreenTicket;
  screen: ScreenModel;
  /** Scroll position and focus when it was left. */
  position: ScreenPosition;
}

export const entryKey = ({ screen, params }: Pick<ScreenTicket, 'screen' | 'params'>): string => `${screen} ${JSON.stringify(params)}`;

/** Whether two tickets name the same files, so that the screen can stay. */
export const hasSameFiles = (left: ScreenTicket, right: ScreenTicket): boolean =>
  left.definition === right.definition &&
  left.expressions === right.expressions &&
  JSON.stringify(left.forms) === JSON.stringify(right.forms);

/** Limit of screens kept alive. The least recently used one is dropped first. */
const maxKept = 12;

/** The entries once `current` is shown: it, and the screens kept alive. */
export function keptEntries(entries: readonly Entry[], current: Entry): Entry[] {
  const others = entries.filter((entry) => entry.key !== current.key && entry.ticket.keepAlive);
  return [...others.slice(-maxKept), current];
}
