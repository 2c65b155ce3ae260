import type { Errors } from '../../engine/config/screen.ts';
import { shownScreen } from './screens/shownScreen.ts';
import { isRefusal, type Refusal, type RefusalPlace } from '../../engine/react/screen/types.ts';

type Entry = Errors['errors'][string];

export interface ReactionOptions {
  errors: () => Errors['errors'];
  words: (code: string, params?: Record<string, unknown>) => string;
  somethingWrong: () => string;
  setSession: (name: string, value: unknown) => void;
  /** Shows a toast; `again` offers a retry. */
  toast: (text: string, again?: () => void) => void;
  alert: (text: string) => void;
  go: (path: string) => void;
  /** Shows a screen on which the person can resolve the refusal, then repeats the refused request. */
  ask: (path: string, place: RefusalPlace) => void;
  /** Opens the step with the form in the open flow. */
  refill: (form: string) => void;
  /** Replaces the screen by the error. */
  showError: (error: unknown) => void;
  /**
   * Ends the session on this device, because the server no longer knows it. Returns true if the screen stays, because it needs no session
   * and nobody acted.
   */
  forget: (acted: unknown) => boolean;
  /** Reloads the flow, because the server's position differs. */
  reposition: () => void;
  report: (error: unknown, where: string) => void;
  /** The person whose errors are counted. */
  person: () => string | undefined;
}

/** Reacts to a refusal as the error catalogue configures. */
export function createReactions(options: ReactionOptions): (error: unknown, place?: RefusalPlace) => void {
  const count = counter(options.person);
  return (error, place) => {
    if (!isRefusal(error)) {
      options.report(error, 'action');
      options.toast(options.somethingWrong());
      return;
    }
    const catalogue = options.errors();
    const entry: Omit<Entry, 'status'> = (Object.hasOwn(catalogue, error.code) && catalogue[error.code]) || { reaction: 'toast' };
    if (error.code === 'unauthenticated' && options.forget(place)) return;
    for (const [name, value] of Object.entries(entry.set ?? {})) options.setSession(name, value);
    react(
      options,
      entry.again && count(error.code, entry.again.times) ? { ...entry, reaction: entry.again.reaction } : entry,
      error,
      place ?? {},
    );
    if ('position' in error && error.position !== undefined) options.reposition();
  };
}

/** Counts each person's errors. Returns whether an error has reached the given number, and then restarts its count. */
function counter(person: () => string | undefined): (code: string, times: number) => boolean {
  const counts = new Map<string, number>();
  return (code, times) => {
    const key = `${person()} ${code}`;
    const now = (counts.get(key) ?? 0) + 1;
    counts.set(key, now % times);
    return now >= times;
  };
}

function react(options: ReactionOptions, { reaction, field }: Omit<Entry, 'status'>, error: Refusal, place: RefusalPlace): void {
  const words = options.words(error.code, error.params);
  if (typeof reaction === 'object') {
    if ('ask' in reaction) return options.ask(reaction.ask, place);
    options.toast(words);
    if ('go' in reaction) options.go(reaction.go);
    else options.refill(reaction.refill);
    return;
  }
  const handlers: Readonly<Record<typeof reaction, () => void>> = {
    toast: () => options.toast(words),
    dialog: () => options.alert(words),
    field: () => atField(options, words, error, place, field),
    screen: () => options.showError(error),
    offline: () => options.toast(words, place.retry),
  };
  handlers[reaction]();
}

/** Shows problems at their fields and focuses the first. Without a matching form field, shows the message. */
function atField({ toast }: ReactionOptions, words: string, error: Refusal, { form }: RefusalPlace, field: string | undefined): void {
  const named = field === undefined ? [] : [{ code: error.code, path: `/${field}`, ...(error.params ? { params: error.params } : {}) }];
  const problems = error.problems && error.problems.length > 0 ? error.problems : named;
  const shown = problems.filter(({ path }) => form?.fields.includes(path.split('/')[1] ?? ''));
  if (!form || shown.length === 0) return toast(words);
  form.serverProblems(shown);
  // The fields render first; only then is the invalid control marked.
  requestAnimationFrame(() => {
    const wrong = shownScreen()?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.scrollIntoView({ block: 'center' });
    wrong?.focus({ preventScroll: true });
  });
}
