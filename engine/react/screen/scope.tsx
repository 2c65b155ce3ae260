import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import type { Action, Text } from '../../config/screen.ts';
import { type ActionOptions, runAction } from './actions.ts';
import { createClickGuard } from './clickGuard.ts';
import type { Extra, ScreenModel } from './screenModel.ts';

/** What a block knows of where it stands: its screen, and the item of a list around it. */
export interface Scope {
  screen: ScreenModel;
  /** What an expression says; undefined when it reads what is absent. */
  cel: (source: string) => unknown;
  /** Whether a condition holds; true when there is none. */
  holds: (source: string | undefined) => boolean;
  text: (text: Text) => string;
  /** `extra`: what the block hands to its action, as its definition says. */
  run: (action: Action, options?: ActionOptions) => Promise<boolean>;
  /** False for a second tap on the same thing within the guard's time. */
  guard: (thing: object) => boolean;
}

const Context = createContext<Scope | undefined>(undefined);

export function useScope(): Scope {
  const scope = use(Context);
  if (!scope) throw new Error('A block stands outside of a screen.');
  return scope;
}

/** The flow that the screen is part of; undefined beside flows and outside of screens. */
export const useFlowId = (): string | undefined => use(Context)?.screen.loaded.definition.flow;

export function ScopeProvider({ screen, item, children }: { screen: ScreenModel; item?: unknown; children: ReactNode }) {
  const extra = useMemo<Extra | undefined>(() => (item === undefined ? undefined : { item }), [item]);
  // Whoever left the screen and came back clicks for the first time; effects end when a screen that is kept alive is hidden.
  const guard = useRef<ReturnType<typeof createClickGuard>>(undefined);
  useEffect(() => () => void (guard.current = undefined), []);
  const scope = useMemo<Scope>(
    () => ({
      screen,
      cel: (source) => screen.evaluate(source, extra),
      holds: (source) => screen.holds(source, extra),
      text: (text) => screen.text(text, extra),
      run: (action, options = {}) =>
        runAction(screen, action, { ...options, extra: options.extra ? { ...extra, ...options.extra } : extra }),
      guard: (thing) => (guard.current ??= createClickGuard(screen.host.clickGuardMs))(thing),
    }),
    [screen, extra],
  );
  return <Context value={scope}>{children}</Context>;
}

/** An action as a button does it: once at a time, and not twice in a moment. `label`: what the button says. */
export function useAction(action: Action | undefined, label?: string): { busy: boolean; run: () => void } {
  const { busy, runWith } = useOfferedAction(action, label);
  return { busy, run: () => runWith() };
}

/** The same for a block that hands something to its action. */
export function useOfferedAction(action: Action | undefined, label?: string): { busy: boolean; runWith: (offered?: Extra) => void } {
  const scope = useScope();
  const [busy, setBusy] = useState(false);
  const runWith = (offered?: Extra) => {
    if (!action || busy || !scope.guard(action)) return;
    setBusy(true);
    // The button behind a question rests until it is answered.
    void scope.run(action, { extra: offered, label, onAsking: (isAsking) => setBusy(!isAsking) }).finally(() => setBusy(false));
  };
  return { busy, runWith };
}
