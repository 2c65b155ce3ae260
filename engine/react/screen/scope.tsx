import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import type { Action, Text } from '../../config/screen.ts';
import { type ActionOptions, runAction } from './actions.ts';
import { createClickGuard } from './clickGuard.ts';
import type { Extra, ScreenModel } from './screenModel.ts';

/** The context of a block: its screen, and the item of the list around it. */
export interface Scope {
  screen: ScreenModel;
  /** Evaluates an expression; undefined if it reads an absent value. */
  cel: (source: string) => unknown;
  /** Whether a condition holds; true without a condition. */
  holds: (source: string | undefined) => boolean;
  text: (text: Text) => string;
  /** The `lang` of a text that is shown in a fallback language. */
  langOf: (text: Text) => string | undefined;
  /** `extra`: the values that the block passes to its action. */
  run: (action: Action, options?: ActionOptions) => Promise<boolean>;
  /** Returns false for a second tap on the same action within the guard's time. */
  guard: (thing: object) => boolean;
}

const Context = createContext<Scope | undefined>(undefined);

export function useScope(): Scope {
  const scope = use(Context);
  if (!scope) throw new Error('No screen around this block.');
  return scope;
}

/** Returns the flow of the screen, or undefined outside flows and screens. */
export const useFlowId = (): string | undefined => use(Context)?.screen.loaded.definition.flow;

export function ScopeProvider({ screen, item, children }: { screen: ScreenModel; item?: unknown; children: ReactNode }) {
  const extra = useMemo<Extra | undefined>(() => (item === undefined ? undefined : { item }), [item]);
  // Effects end when a kept-alive screen hides, so the first click after returning always counts.
  const guard = useRef<ReturnType<typeof createClickGuard>>(undefined);
  useEffect(() => () => void (guard.current = undefined), []);
  const scope = useMemo<Scope>(
    () => ({
      screen,
      cel: (source) => screen.evaluate(source, extra),
      holds: (source) => screen.holds(source, extra),
      text: (text) => screen.text(text, extra),
      langOf: (text) => screen.langOf(text),
      run: (action, options = {}) =>
        runAction(screen, action, { ...options, extra: options.extra ? { ...extra, ...options.extra } : extra }),
      guard: (thing) => (guard.current ??= createClickGuard(screen.host.clickGuardMs))(thing),
    }),
    [screen, extra],
  );
  return <Context value={scope}>{children}</Context>;
}

/** Runs an action for a button, one run at a time and with a tap guard. `label`: the button's label. */
export function useAction(action: Action | undefined, label?: string): { busy: boolean; run: () => void } {
  const { busy, runWith } = useOfferedAction(action, label);
  return { busy, run: () => runWith() };
}

/** Runs an action for a block that passes values to it. */
export function useOfferedAction(action: Action | undefined, label?: string): { busy: boolean; runWith: (offered?: Extra) => void } {
  const scope = useScope();
  const [busy, setBusy] = useState(false);
  const runWith = (offered?: Extra) => {
    if (!action || busy || !scope.guard(action)) return;
    setBusy(true);
    // The button is not busy while the confirmation is open.
    void scope.run(action, { extra: offered, label, onAsking: (isAsking) => setBusy(!isAsking) }).finally(() => setBusy(false));
  };
  return { busy, runWith };
}
