import { reaction } from 'mobx';
import type { ApiClient } from '../api/client.ts';
import { isTransient } from '../api/problem.ts';
import type { ClientState } from './state/clientState.ts';

export interface SessionOptions {
  state: ClientState;
  client: ApiClient;
  language: () => string;
  /** Called when the person changes or logs out, to remove the previous person's data. */
  onChange: () => void;
  personChangedBy: readonly string[];
  react: (error: unknown) => void | Promise<void>;
  /** Calls back when the network returns. */
  onOnline: (listener: () => void) => void;
  /** Calls back after each completed operation. */
  onDone: (listener: (operation: string) => void) => void;
}

/**
 * Watches the login, and requests the person's data from the server after each one. Returns a function that waits for the data and resolves
 * to the operations that the person may call.
 */
export function followSession({
  state,
  client,
  language,
  onChange,
  personChangedBy,
  react,
  onOnline,
  onDone,
}: SessionOptions): () => Promise<readonly string[]> {
  const identify = async () => {
    const { language: known, ...person } = await client.call('auth.session', {});
    // Names that the server no longer knows are removed.
    for (const [name, value] of Object.entries({ names: undefined, ...person })) state.set(name, value, 'memory');
    if (known && known !== language()) await client.call('customer.setLanguage', { language: language() });
  };
  let isKnown = false;
  let asked: Promise<unknown> = Promise.resolve();
  const follow = () => {
    isKnown = false;
    if (!state.isLoggedIn) return;
    // Offline, the page already says so. The person's data can wait.
    asked = identify().then(
      () => (isKnown = true),
      (error: unknown) => (isTransient(error) ? undefined : react(error)),
    );
  };
  follow();
  onOnline(() => isKnown || follow());
  onDone((operation) => personChangedBy.includes(operation) && follow());
  reaction(
    () => (state.isLoggedIn ? state.token : undefined),
    () => {
      onChange();
      follow();
    },
  );
  return async () => {
    await asked;
    return (state.values['operations'] ?? []) as string[];
  };
}
