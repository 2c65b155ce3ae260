import type { Look } from '../../engine/react/screen/types.ts';
import type { Navigator } from './screens/navigator.ts';
import type { Services } from './services.ts';
import type { clientEvents } from './clientEvents.ts';

type EventName = (typeof clientEvents)[number]['name'];

interface EventOptions {
  services: Services;
  navigator: Navigator;
  look: Look;
  closeFlows: () => Promise<void>;
  /** Waiting requests belong to the person and are removed at logout. */
  forgetRequests: () => void;
}

/** Client events by name. The mapped type makes the compiler require all of them. */
export function createEvents({
  services,
  navigator,
  look,
  closeFlows,
  forgetRequests,
}: EventOptions): (name: string) => void | Promise<void> {
  const { state, client, drafts, install } = services;
  const forgetPerson = async () => {
    await closeFlows();
    forgetRequests();
    await drafts.erase();
    state.forget();
  };
  const events: Record<EventName, () => void | Promise<void>> = {
    logout: async () => {
      // This device logs out even if the server cannot be reached.
      await client.call('auth.logout', {}).catch(() => undefined);
      await forgetPerson();
      await navigator.again();
    },
    leave: async () => {
      await client.call('invitations.leave', {}).catch(() => undefined);
      await forgetPerson();
    },
    install: () => install.install(),
    toggleTheme: () => look.setTheme((look.theme() % Math.max(1, look.palettes.length)) + 1),
    reload: () => location.reload(),
  };
  return (name) => {
    if (!Object.hasOwn(events, name)) throw new Error(`No client event "${name}".`);
    return events[name as EventName]();
  };
}
