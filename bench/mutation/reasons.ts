import type { Mutant } from './mutants.ts';

/** Why check and explore cannot detect a fault, and what detects it instead. */
export interface Reason {
  why: string;
  heldBy: string;
}

/** Where a reason applies. All named properties must match. */
interface Place extends Reason {
  path: RegExp;
  pointer?: RegExp;
  operators?: RegExp;
}

const inCel = /CEL|condition|comparison|connective/;
/** Keys that hold a condition. Cases cover these. */
const conditions = /\/(?:x-when|when|until|refreshWhen|assert|enabled|conditions\/\w+)$/;
const figures = /^(?:move a number|turn a switch|break a reference)$/;
const presence = /^(?:drop a member|drop an item|rename a key|swap two items)$/;
const anything = /^/;

/** The first match counts, from general reasons per operator to specific places. */
const places: readonly Place[] = [
  {
    path: anything,
    pointer: conditions,
    operators: inCel,
    why: 'Both conditions are valid, and they agree on the data of the cases.',
    heldBy: 'a case in flows/cases on which they differ',
  },
  {
    path: anything,
    operators: inCel,
    why: 'The expression returns a value of the same type. Only its author knows which value is intended.',
    heldBy: 'a scenario that expects the text or the figure; cases cover conditions only',
  },
  {
    path: /^schemas\//,
    operators: /pattern/,
    why: 'Both patterns are valid, and they agree on all examples and rejects.',
    heldBy: 'an example or a reject of the format on which they differ',
  },
  {
    path: /^flows\/screens\//,
    pointer: /\/blocks(?:\/\d+)?(?:\/.*)?\/\d+$|\/blocks\/\d+$/,
    operators: /item/,
    why: 'People decide which blocks and items a screen has, and in which order. Any choice is valid.',
    heldBy: 'the recording (a line per block), a scenario that expects the content',
  },
  {
    path: /^flows\/screens\//,
    pointer: /\/blocks\//,
    why: 'The option allows several values or may be omitted. Any of them is valid.',
    heldBy: 'the recording (the line of the block)',
  },
  {
    path: /^flows\/screens\//,
    pointer: /\/data\//,
    why: 'People decide how often data are refetched, and after which operations. No other file determines it.',
    heldBy: 'the recording (the line of the data)',
  },
  {
    path: /^flows\/screens\//,
    why: 'People decide on layout, aliases, and whether a screen is kept alive or open without an account.',
    heldBy: 'the recording (the line of the screen)',
  },
  {
    path: /^schemas\/forms\/.*\.ui\.json$/,
    why: 'People decide on the order and look of fields. Every order that the conditions allow is valid.',
    heldBy: 'the recording (the line of the form)',
  },
  {
    path: /^schemas\/(?:forms|formats|enums)\//,
    operators: presence,
    why: 'Questions, required answers and choices are the product itself. Another selection or order is a different valid product.',
    heldBy: 'the recording (the line of the field), a scenario that answers it',
  },
  {
    path: /^schemas\//,
    operators: figures,
    why: 'Any bound that includes the examples is valid.',
    heldBy: 'an example or a reject at the bound, the recording (the line of the field)',
  },
  {
    path: /\.flow\.json$/,
    why: 'People decide on the order, minutes and checks of steps. A flow in another order, or with one step less, is valid.',
    heldBy: 'a scenario that walks through it, the recording',
  },
  {
    path: /^flows\/lifecycles\//,
    why: 'The effects of a transition and their order are a promise of the product. Every effect is valid at every transition.',
    heldBy: 'the tests of the server, which cover each life cycle; the recording (the line of the transition)',
  },
  {
    path: /^flows\/decisions\//,
    why: 'Any outcome is valid. An intended change of a limit looks the same.',
    heldBy: 'a scenario that expects the decision, the recording (the line of the row)',
  },
  {
    path: /^flows\/lending\//,
    why: 'People decide on terms, prices and limits within the legal caps. Another figure is a different lawful product.',
    heldBy: 'a scenario that expects the offer, the recording (the line of the figure)',
  },
  {
    path: /^flows\/errors\.json$/,
    why: 'People decide how an error appears (toast, dialog, at the field) and with which status. Every reaction is valid for every code.',
    heldBy: 'the recording (the line of the error)',
  },
  {
    path: /^flows\/content\//,
    why: 'People decide on messages, their readers, order and days, and may change them any day.',
    heldBy: 'the recording (the line of the item)',
  },
  {
    path: /^flows\/(?:navigation|carryOver)\.json$/,
    why: 'People decide on redirects and tabs. Any selection or order is valid.',
    heldBy: 'the recording (the line of the rule), a scenario that goes there',
  },
  {
    path: /^flows\/\w+\.json$/,
    why: 'No other file determines days, counts, seconds and switches. A legitimate edit looks the same.',
    heldBy: 'the recording (the line of the value)',
  },
  {
    path: /^locales\//,
    operators: presence,
    why: 'Hints, placeholders and messages of a field are optional. Without them, the general texts appear.',
    heldBy: 'a human reader only; texts may change any day',
  },
  {
    path: /^hakbang\.config\.json$/,
    why: 'The strictness of checks is not a behaviour of the product.',
    heldBy: 'a review of the change',
  },
];

/** Returns why a fault is undetectable; undefined if no reason matches. */
export function reasonOf({ path, pointer, operator }: Pick<Mutant, 'path' | 'pointer' | 'operator'>): Reason | undefined {
  return places.find(
    (place) => place.path.test(path) && (place.pointer?.test(pointer) ?? true) && (place.operators?.test(operator) ?? true),
  );
}

/** All reasons. */
export const reasons: readonly Reason[] = places;
