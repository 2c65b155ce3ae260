import type { Errors } from '../../engine/config/screen.ts';
import { shownScreen } from './screens/shownScreen.ts';
import { isRefusal, type Refusal, type RefusalPlace } from '../../engine/react/screen/types.ts';

type Entry = Errors['errors'][string];

export interface ReactionOptions {
  errors: () => Errors['errors'];
  words: (code: string, params?: Record<string, unknown>) => string;
  somethingWrong: () => string;
  setSession: (name: string, value: unknown) => void;
  /** `again`: what the person may do about it is try once more. */
  say: (text: string, again?: () => void) => void;
  tell: (text: string) => void;
  go: (path: string) => void;
  /** Goes to the step of the open flow that asks the form. */
  refill: (form: string) => void;
  /** The whole page is about the error now. */
  showError: (error: unknown) => void;
  /** The server no longer knows the session. */
  forget: () => void;
  /** The server says that the person stands elsewhere in the flow. */
  reposition: () => void;
  report: (error: unknown, where: string) => void;
}

/** What the browser does about a refusal: the error catalogue says it, this does it. */
export function createReactions(options: ReactionOptions): (error: unknown, place?: RefusalPlace) => void {
  return (error, place = {}) => {
    if (!isRefusal(error)) {
      options.report(error, 'action');
      options.say(options.somethingWrong());
      return;
    }
    const catalogue = options.errors();
    const entry: Entry = (Object.hasOwn(catalogue, error.code) ? catalogue[error.code] : undefined) ?? { status: 500, reaction: 'toast' };
    if (error.code === 'unauthenticated') options.forget();
    for (const [name, value] of Object.entries(entry.set ?? {})) options.setSession(name, value);
    react(options, entry, error, place);
    if ('position' in error && error.position !== undefined) options.reposition();
  };
}

function react(options: ReactionOptions, { reaction, field }: Entry, error: Refusal, place: RefusalPlace): void {
  const words = options.words(error.code, error.params);
  if (typeof reaction === 'object') {
    options.say(words);
    if ('go' in reaction) options.go(reaction.go);
    else options.refill(reaction.refill);
    return;
  }
  const ways: Readonly<Record<typeof reaction, () => void>> = {
    toast: () => options.say(words),
    dialog: () => options.tell(words),
    field: () => atField(options, words, error, place, field),
    screen: () => options.showError(error),
    offline: () => options.say(words, place.retry),
  };
  ways[reaction]();
}

/** At the inputs that are wrong, the first of which gets the focus; without a form there is only the message. */
function atField({ say }: ReactionOptions, words: string, error: Refusal, { form }: RefusalPlace, field: string | undefined): void {
  const named = field === undefined ? [] : [{ code: error.code, path: `/${field}`, ...(error.params ? { params: error.params } : {}) }];
  const problems = error.problems && error.problems.length > 0 ? error.problems : named;
  const shown = problems.filter(({ path }) => form?.fields.includes(path.split('/')[1] ?? ''));
  if (!form || shown.length === 0) return say(words);
  form.serverProblems(shown);
  // The fields show it after this turn; the control that is wrong is then marked.
  requestAnimationFrame(() => {
    const wrong = shownScreen()?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.scrollIntoView({ block: 'center' });
    wrong?.focus({ preventScroll: true });
  });
}
