import { reaction } from 'mobx';
import type { ApiClient } from '../api/client.ts';
import { isPassing } from '../api/problem.ts';
import type { ClientState } from './state/clientState.ts';

export interface SessionOptions {
  state: ClientState;
  client: ApiClient;
  language: () => string;
  /** Another person logged in, or nobody is: data of the previous person must go. */
  onChange: () => void;
  personChangedBy: readonly string[];
  react: (error: unknown) => void | Promise<void>;
  /** Calls back when the network returns. */
  onOnline: (listener: () => void) => void;
  /** Calls back with each operation that was done. */
  onDone: (listener: (operation: string) => void) => void;
}

/** Follows who is logged in: on each login the server says who they are. The function returned stops it. */
export function followSession({ state, client, language, onChange, personChangedBy, react, onOnline, onDone }: SessionOptions): () => void {
  const identify = async () => {
    const { language: known, ...person } = await client.call('auth.session', {});
    // A name that is no longer known goes.
    for (const [name, value] of Object.entries({ names: undefined, ...person })) state.set(name, value, 'memory');
    if (known !== language()) await client.call('customer.setLanguage', { language: language() });
  };
  let isKnown = false;
  const follow = () => {
    isKnown = false;
    if (!state.isLoggedIn) return;
    // Without a network the page says so itself; who it is can wait.
    identify().then(
      () => (isKnown = true),
      (error: unknown) => (isPassing(error) ? undefined : react(error)),
    );
  };
  follow();
  onOnline(() => isKnown || follow());
  onDone((operation) => personChangedBy.includes(operation) && follow());
  return reaction(
    () => (state.isLoggedIn ? state.token : undefined),
    () => {
      onChange();
      follow();
    },
  );
}
