import { createContext, use } from 'react';
import type { ScreenHost } from './types.ts';

const Context = createContext<ScreenHost | undefined>(undefined);

/** Wraps everything that shows screens: `<HostProvider value={host}>`. */
export const HostProvider = Context.Provider;

export function useHost(): ScreenHost {
  const host = use(Context);
  if (!host) throw new Error('No HostProvider.');
  return host;
}
