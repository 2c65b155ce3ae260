import type { Registry } from '../../engine/config/definitions.ts';
import { blockDefinitions } from '../../engine/react/blocks/definitions.ts';
import { icons } from '../../engine/react/parts/iconPaths.ts';
import { widgetDefinitions } from '../../engine/react/widgets/definitions.ts';
import { clientEvents } from './clientEvents.ts';
import { appNamespaces } from './namespaces.ts';

/** @throws Error if two items have the same name */
export function byName<Item extends { name: string }>(items: readonly Item[]): Record<string, Item> {
  const named: Record<string, Item> = {};
  for (const item of items) {
    if (Object.hasOwn(named, item.name)) throw new Error(`"${item.name}" is registered twice.`);
    named[item.name] = item;
  }
  return named;
}

/** The browser's registrations in every product. */
export const genericDefinitions: Pick<Registry, 'widgets' | 'blocks' | 'clientEvents' | 'icons' | 'namespaces'> = {
  widgets: byName(widgetDefinitions),
  blocks: byName(blockDefinitions),
  clientEvents: byName(clientEvents),
  icons: Object.keys(icons),
  namespaces: appNamespaces,
};
