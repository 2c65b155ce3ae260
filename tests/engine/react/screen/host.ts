import { observable } from 'mobx';
import type { EngineContext } from '../../../../engine/react/engine-context.tsx';
import { ScreenModel } from '../../../../engine/react/screen/screenModel.ts';
import type { LoadedScreen, Place, ScreenHost } from '../../../../engine/react/screen/types.ts';
import { createTexts } from '../../../../engine/react/text.tsx';
import { FormSession } from '../../../../engine/session/formSession.ts';

export const place: Place = { path: '/here', name: 'here', noCheck: true, previous: '', params: {}, query: {} };

/** A host and an engine that record their calls. */
export function createStage(answers: Record<string, (input: Record<string, unknown>) => unknown> = {}) {
  const log: string[] = [];
  const done = new Set<(operation: string) => void>();
  const online = new Set<() => void>();
  const session = observable.map<string, unknown>();
  const device = new Map<string, { value: unknown; at: string }>();
  const texts = createTexts({ language: 'en' });
  let agrees = true;

  const host: ScreenHost = {
    blocks: {},
    createForm: (options) => new FormSession(options),
    languages: [],
    setLanguage: () => undefined,
    clickGuardMs: 1000,
    namespaces: () => ({ session: Object.fromEntries(session), device: {}, constants: { max: 3 }, features: {} }),
    setSession: (name, value) => session.set(name, value),
    back: (fallback) => log.push(`back ${fallback}`),
    event: (name) => void log.push(`event ${name}`),
    open: (address) => void log.push(`open ${address}`),
    leave: (address) => void log.push(`leave ${address}`),
    queue: {
      send: async (operation, input) => {
        log.push(`queue ${operation}`);
        const answer = answers[operation];
        return answer ? { result: answer(input) } : 'waiting';
      },
      requests: () => [],
      dismiss: () => undefined,
    },
    deviceAnswer: ({ op, keep }) => keep && { read: async () => device.get(op), keep: () => undefined },
    say: (text) => void log.push(`say ${text}`),
    confirm: async (question) => {
      log.push(`confirm ${question}`);
      return agrees;
    },
    react: (error) => void log.push(`react ${(error as { code?: string }).code ?? String(error)}`),
    dataFailed: () => undefined,
    report: (error) => void log.push(`report ${String(error)}`),
    done: (operation) => done.forEach((listener) => listener(operation)),
    onDone: (listener) => {
      done.add(listener);
      return () => done.delete(listener);
    },
    online: () => true,
    onOnline: (listener) => {
      online.add(listener);
      return () => online.delete(listener);
    },
    flow: () => undefined,
    consent: { analytics: () => undefined, setAnalytics: () => undefined },
    look: {
      palettes: ['lagoon', 'plum', 'tide'],
      theme: () => 1,
      setTheme: () => undefined,
      appearance: () => 'system',
      setAppearance: () => undefined,
    },
  };
  const engine: EngineContext = {
    texts,
    widgets: {},
    call: async (operation, input = {}) => {
      log.push(`call ${operation} ${JSON.stringify(input)}`);
      return answers[operation]?.(input) ?? {};
    },
    upload: () => Promise.reject(new Error('not here')),
    fetchJson: () => Promise.reject(new Error('not here')),
    navigate: (path) => void log.push(`go ${path}`),
    today: () => '2026-11-21',
  };
  const screen = (loaded: Partial<LoadedScreen> & Pick<LoadedScreen, 'definition'>) =>
    new ScreenModel({ expressions: {}, forms: {}, ...loaded }, place, host, engine);
  return {
    log,
    host,
    engine,
    texts,
    session,
    device,
    screen,
    refuse: () => (agrees = false),
    comeOnline: () => online.forEach((listener) => listener()),
  };
}

/** The error of a published module for an absent value. */
export class MissingValue extends Error {
  override name = 'MissingValue';
}

export const refusal = (code: string) => Object.assign(new Error(code), { code });
