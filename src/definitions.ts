import type { Registry } from '../engine/config/definitions.ts';
import { blockDefinitions } from '../engine/react/blocks/definitions.ts';
import { widgetDefinitions } from '../engine/react/widgets/definitions.ts';
import { resendCodeBlock } from './borrower/blocks/resendCode/definition.ts';
import { clientEvents } from './borrower/clientEvents.ts';
import { namespaces } from './borrower/namespaces.ts';

function byName<Item extends { name: string }>(items: readonly Item[]): Record<string, Item> {
  const named: Record<string, Item> = {};
  for (const item of items) {
    if (Object.hasOwn(named, item.name)) throw new Error(`"${item.name}" is registered twice.`);
    named[item.name] = item;
  }
  return named;
}

/** What the browser registers by name, described without React: read by server, command line and compiler. */
export const definitions: Pick<Registry, 'widgets' | 'blocks' | 'clientEvents' | 'namespaces'> = {
  widgets: byName(widgetDefinitions),
  blocks: byName([...blockDefinitions, resendCodeBlock]),
  clientEvents: byName(clientEvents),
  namespaces,
};
