import { valueAt } from '../../../config/valueAt.ts';
import type { ContentItem } from '../../../config/content.ts';
import type { ScreenModel } from '../../screen/screenModel.ts';

/** Closed since the page was loaded. */
const closedOnThisVisit = new Set<string>();

/** Remembers closed items on the device with their date. Reads observables. */
export function createClosed(screen: ScreenModel, name: string): { has: (item: ContentItem) => boolean; add: (item: ContentItem) => void } {
  const idOf = ({ id }: ContentItem) => `${name}.${id}`;
  return {
    has: (item) => {
      const { again = 'never' } = item;
      if (again === 'visit') return closedOnThisVisit.has(idOf(item));
      const day = valueAt(screen.host.namespaces()['session'], idOf(item));
      return again === 'never' ? day !== undefined : day === screen.engine.today();
    },
    add: (item) => {
      closedOnThisVisit.add(idOf(item));
      screen.host.setSession(idOf(item), screen.engine.today());
    },
  };
}
