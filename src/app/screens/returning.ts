import type { ClientState } from '../state/clientState.ts';

/** The URL to return to after a login. Kept until the tab closes, so that it survives the code screen and a reload. */
export interface Returning {
  remember: (address: string) => void;
  /** Returns the URL once. */
  take: () => string | undefined;
}

const name = 'returnTo';
/** Excludes anything that a browser reads as another host: `//host`, `/\\host`. */
const ownAddress = /^\/(?![/\\])[^\\\s]{0,500}$/;

export const createReturning = (state: Pick<ClientState, 'set' | 'values'>): Returning => ({
  remember: (address) => state.set(name, ownAddress.test(address) ? address : undefined, 'session'),
  take: () => {
    const address = state.values[name];
    if (address === undefined) return undefined;
    state.set(name, undefined, 'session');
    return typeof address === 'string' && ownAddress.test(address) ? address : undefined;
  },
});
