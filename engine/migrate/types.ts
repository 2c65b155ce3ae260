import type { MigrationStep } from '../config/carryOver.ts';
import type { Answers } from '../config/definitions.ts';

/** A part of a draft that could not be migrated and is asked for again. Without a field, the whole form. */
export interface AskedAgain {
  form: string;
  field?: string;
}

/** The parts of a draft that a migration can change. */
export interface Draft {
  answers: Answers;
  /** Everything that refers to a field of a form, such as corrections. It follows the field. */
  places: readonly Place[];
}

export interface Place {
  form: string;
  field: string;
  /** A part of the answer, as a JSON pointer inside it. */
  part?: string;
}

/** A draft after a migration. */
export interface Migrated {
  answers: Answers;
  /** In the draft's order; undefined for a place whose field was dropped. */
  places: readonly (Place | undefined)[];
  askedAgain: readonly AskedAgain[];
  /** Renamed step ids of the flow, old → new. */
  stepNames: Readonly<Record<string, string>>;
}

/** A migration step, and for a step with `when` the places where it applies. */
export type ChosenStep = MigrationStep & {
  /**
   * @param form key of the form's answers
   * @param items positions of the list items on the way to the answer
   */
  holds?: (form: string, items: readonly number[]) => boolean;
};
