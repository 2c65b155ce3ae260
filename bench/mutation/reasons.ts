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
    why: 'The condition is as sound as the other one, and of the data in its cases both say the same.',
    heldBy: 'a case in flows/cases whose data tell the two apart',
  },
  {
    path: anything,
    operators: inCel,
    why: 'The expression gives a value of the same type: which value is meant, only its author knows.',
    heldBy: 'a scenario that expects the text or the figure; cases are written for conditions alone',
  },
  {
    path: /^schemas\//,
    operators: /pattern/,
    why: 'The pattern is as sound as the other one, and judges all its examples and rejects alike.',
    heldBy: 'an example, or a reject, of the format that only one of the two takes',
  },
  {
    path: /^flows\/screens\//,
    pointer: /\/blocks(?:\/\d+)?(?:\/.*)?\/\d+$|\/blocks\/\d+$/,
    operators: /item/,
    why: 'Which blocks and items stand on a screen, and in which order, is decided by people: without one, or in another order, it is as sound.',
    heldBy: 'the recording (a line a block), a scenario that expects what is shown',
  },
  {
    path: /^flows\/screens\//,
    pointer: /\/blocks\//,
    why: 'The option takes several values, or may be left out: a block that looks or does otherwise within them is as sound.',
    heldBy: 'the recording (the line of the block)',
  },
  {
    path: /^flows\/screens\//,
    pointer: /\/data\//,
    why: 'How often data are fetched anew, and after which operations, has no right value that follows from anything else.',
    heldBy: 'the recording (the line of the data)',
  },
  {
    path: /^flows\/screens\//,
    why: 'Layout, aliases, and whether a screen is kept alive or open without an account are decided by people.',
    heldBy: 'the recording (the line of the screen)',
  },
  {
    path: /^schemas\/forms\/.*\.ui\.json$/,
    why: 'In which order and with which look fields are asked is decided by people; every order that conditions allow is sound.',
    heldBy: 'the recording (the line of the form)',
  },
  {
    path: /^schemas\/(?:forms|formats|enums)\//,
    operators: presence,
    why: 'What is asked, must be answered or may be chosen is the product itself: with one less, or in another order, it is another, as sound.',
    heldBy: 'the recording (the line of the field), a scenario that answers it',
  },
  {
    path: /^schemas\//,
    operators: figures,
    why: 'A bound is as good as the next one as long as the examples lie within it.',
    heldBy: 'an example or a reject at the bound, the recording (the line of the field)',
  },
  {
    path: /\.flow\.json$/,
    why: 'Order, minutes and checks of steps are decided by people; a flow in another order, or with one less, is as sound.',
    heldBy: 'a scenario that walks through it, the recording',
  },
  {
    path: /^flows\/lifecycles\//,
    why: 'Which effects a transition has, and in which order, is a promise of the product: every effect may stand at every transition.',
    heldBy: 'the tests of the server, which live through each life; the recording (the line of the transition)',
  },
  {
    path: /^flows\/decisions\//,
    why: 'An outcome is as good as another: an edit of a limit on purpose is the same edit.',
    heldBy: 'a scenario that expects the decision, the recording (the line of the row)',
  },
  {
    path: /^flows\/lending\//,
    why: 'Terms, prices and limits within the legal caps are decided by people: another figure is another product, as lawful.',
    heldBy: 'a scenario that expects the offer, the recording (the line of the figure)',
  },
  {
    path: /^flows\/errors\.json$/,
    why: 'How an error is told (toast, dialog, at the field) and with which status is decided by people: every reaction is sound for every code.',
    heldBy: 'the recording (the line of the error)',
  },
  {
    path: /^flows\/content\//,
    why: 'What is told, to whom, in which order and on which days is decided by people any day.',
    heldBy: 'the recording (the line of the item)',
  },
  {
    path: /^flows\/(?:navigation|carryOver)\.json$/,
    why: 'Which rules lead elsewhere, and which tabs there are, is decided by people; with one less, or in another order, it is as sound.',
    heldBy: 'the recording (the line of the rule), a scenario that goes there',
  },
  {
    path: /^flows\/\w+\.json$/,
    why: 'Days, counts, seconds and switches have no right value that follows from anything else: a legitimate edit is the same edit.',
    heldBy: 'the recording (the line of the value)',
  },
  {
    path: /^locales\//,
    operators: presence,
    why: 'Hints, placeholders and messages of a field may have words or have none: without them the general ones are shown.',
    heldBy: 'nothing but a reader: words change any day',
  },
  {
    path: /^hakbang\.config\.json$/,
    why: 'How strictly is checked is no behaviour of the product.',
    heldBy: 'whoever reads the change',
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
