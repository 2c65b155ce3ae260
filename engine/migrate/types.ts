import type { Answers } from '../config/definitions.ts';

/** A part of a draft that could not be carried over and is asked anew; without a field the whole form. */
export interface AskedAgain {
  form: string;
  field?: string;
}

/** What a migration changes of a draft. */
export interface Draft {
  answers: Answers;
  /** Whatever names a field of a form, e.g. corrections; it follows the field. */
  places: readonly Place[];
}

export interface Place {
  form: string;
  field: string;
}

/** A draft after a migration. */
export interface Migrated {
  answers: Answers;
  /** In the order of the draft's; undefined for a place whose field was dropped. */
  places: readonly (Place | undefined)[];
  askedAgain: readonly AskedAgain[];
  /** Step ids of the flow that are called otherwise now, old → new. */
  stepNames: Readonly<Record<string, string>>;
}
