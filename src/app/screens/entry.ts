import type { ScreenModel } from '../../../engine/react/screen/screenModel.ts';
import type { ScreenTicket } from '../../api/contract.ts';
import type { Left } from './left.ts';

/** A screen that stands in the page, shown or kept alive. */
export interface Entry {
  /** Screen and parameters: two visits to the same are one entry. */
  key: string;
  /** Path under which it was last shown. */
  path: string;
  ticket: ScreenTicket;
  screen: ScreenModel;
  /** Where the person was on it when it was left. */
  left: Left;
}

export const entryKey = ({ screen, params }: Pick<ScreenTicket, 'screen' | 'params'>): string => `${screen} ${JSON.stringify(params)}`;

/** Whether two tickets name the same files, so that the screen may stay. */
export const isSameMake = (left: ScreenTicket, right: ScreenTicket): boolean =>
  left.definition === right.definition &&
  left.expressions === right.expressions &&
  JSON.stringify(left.forms) === JSON.stringify(right.forms);

/** Screens kept alive beside the one that is shown; the one left longest ago goes first. */
const maxKept = 12;

/** The entries after `current` is shown: it, and those that are kept alive. */
export function keptEntries(entries: readonly Entry[], current: Entry): Entry[] {
  const others = entries.filter((entry) => entry.key !== current.key && entry.ticket.keepAlive);
  return [...others.slice(-maxKept), current];
}
