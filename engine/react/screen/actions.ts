import type { Action, Text } from '../../config/screen.ts';
import type { FormSession } from '../../session/formSession.ts';
import type { Extra, ScreenModel } from './screenModel.ts';
import { isOwnPath } from '../blocks/ownPath.ts';
import { isRefusal } from './types.ts';

export interface ActionOptions {
  extra?: Extra | undefined;
  /** The form being sent, which shows the server's problems. */
  form?: FormSession | undefined;
  /** The input to send instead of computing it. A retry sends the same input. */
  input?: Readonly<Record<string, unknown>> | undefined;
  /** The label of the button, which the confirmation repeats. */
  label?: string | undefined;
  /** Called when a confirmation opens and when it is answered. */
  onAsking?: ((isAsking: boolean) => void) | undefined;
}

/**
 * Runs an action in this order: confirmation, operation, stored and opened results, message, event, navigation. A refusal stops it
 * and is shown as the error catalogue defines. Resolves with whether the action completed. Cached data never justifies a request:
 * it is refreshed first.
 */
export async function runAction(screen: ScreenModel, action: Action, options: ActionOptions = {}): Promise<boolean> {
  const { host } = screen;
  let result: unknown;
  let waits = false;
  let input = options.input;
  let rest = action;
  try {
    if (action.do !== undefined && !(await screen.data.confirm())) {
      host.say(screen.engine.texts.t('common.changedSince'));
      return false;
    }
    if (action.confirm && !(await asked(screen, action.confirm, options))) return false;
    rest = withoutConfirm(action);
    input ??= screen.input(action.with, options.extra);
    ({ result, waits } = await operate(screen, action, { ...options, input }));
    if (action.say && !waits) host.say(screen.text(action.say, options.extra));
    if (action.event !== undefined) await host.event(action.event);
  } catch (error) {
    // After a refusal, the data on the screen may be stale: an old amount, an expired offer.
    if (action.do !== undefined && isRefusal(error)) screen.data.invalidate(action.do);
    host.react(error, {
      form: options.form ?? formRead(screen, action),
      retry: () => void runAction(screen, rest, { ...options, input }),
    });
    return false;
  }
  if (action.go === 'back') host.back(screen.loaded.definition.backTo);
  else if (action.go !== undefined) screen.engine.navigate(withQuery(action.go, screen.input(action.query, { ...options.extra, result })));
  const to = action.to === undefined ? undefined : screen.evaluate(action.to, { ...options.extra, result });
  if (isOwnPath(to)) screen.engine.navigate(to);
  return true;
}

async function asked(screen: ScreenModel, question: Text, { extra, label, onAsking }: ActionOptions): Promise<boolean> {
  onAsking?.(true);
  const agreed = await screen.host.confirm(screen.text(question, extra), label);
  onAsking?.(false);
  return agreed;
}

function withQuery(route: string, values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? route : `${route}${route.includes('?') ? '&' : '?'}${query}`;
}

/** Returns the form whose answers an action sends without being its Next. The form also shows the problems. */
function formRead(screen: ScreenModel, action: Action): FormSession | undefined {
  const sources = Object.values(action.with ?? {});
  const id = Object.keys(screen.loaded.forms).find((name) => sources.some((source) => new RegExp(`(?<![.?\\w])${name}\\.`).test(source)));
  return id === undefined ? undefined : screen.form(id);
}

interface Done {
  result: unknown;
  /** The request is queued and will be sent later. */
  waits: boolean;
}

async function send({ host, engine }: ScreenModel, action: Action, input: Record<string, unknown>): Promise<Done> {
  if (action.do === undefined) return { result: undefined, waits: false };
  if (action.offline === undefined) return { result: await engine.call(action.do, input), waits: false };
  const sent = await host.queue.send(action.do, input);
  return sent === 'waiting' ? { result: undefined, waits: true } : { ...sent, waits: false };
}

async function operate(screen: ScreenModel, action: Action, { extra, input = {} }: ActionOptions): Promise<Done> {
  const { host } = screen;
  const { result, waits } = await send(screen, action, { ...input });
  if (action.keep !== undefined) screen.set(action.keep, result);
  for (const [name, source] of Object.entries(action.set ?? {})) {
    screen.set(name, screen.evaluate(source, { ...extra, result }));
  }
  const address = action.open === undefined ? undefined : screen.evaluate(action.open, { ...extra, result });
  if (typeof address === 'string') host.open(address);
  if (action.clear !== undefined) screen.form(action.clear).reset();
  if (action.do !== undefined && !waits) host.done(action.do);
  const outside = action.leave === undefined ? undefined : screen.evaluate(action.leave, { ...extra, result });
  if (typeof outside === 'string') host.leave(outside);
  return { result, waits };
}

function withoutConfirm(action: Action): Action {
  const { confirm: _, ...rest } = action;
  return rest;
}
