import type { FieldUi } from '../../config/formUi.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { Values } from '../../texts/words.ts';

/**
 * Everything that a widget knows of its field, or of one input inside it. The handle never changes. Its getters read observables,
 * so a widget that is a MobX `observer` renders again only when a value it read changes.
 */
export interface FieldHandle<Options extends object = object> {
  /** DOM id of the control that a label or the error summary focuses. */
  readonly id: string;
  readonly form: string;
  readonly name: string;
  readonly schema: PropertySchema;
  readonly ui: FieldUi;
  /** `ui:options`. The compiler checks them against the widget's schema. */
  readonly options: Options;
  readonly autoComplete: string | undefined;

  readonly value: unknown;
  /** Required, announced with `aria-required`. */
  readonly required: boolean;
  /** JSON pointer of the answer in its form. The path of a list item changes when other items move. */
  readonly path: string;
  /** Shown but not editable, because another field was sent back. */
  readonly locked: boolean;
  /** The form can be sent without a connection, together with files that wait on the device (`deviceFile`). */
  readonly queued: boolean;
  readonly label: string;
  readonly hint: string | undefined;
  readonly placeholder: string | undefined;
  /** The `lang` of the label or the hint if it falls back to another language (`Texts.langOf`). */
  langOf: (text: 'label' | 'hint') => string | undefined;
  /** The text of the problem at the field itself. */
  readonly problem: string | undefined;
  /** Ids of hint, reason and problem, for `aria-describedby`. The problem's line always exists and can be empty. */
  readonly describedBy: string;

  /** Stores a value unchanged. `undefined` and '' mean no answer. */
  set: (value: unknown) => void;
  /** Applies the normalisers that run while a person types. */
  typed: (text: string) => string;
  /** Handles the blur: applies the remaining normalisers and validates. The frame around a widget calls it. */
  leave: () => void;
  /** Returns a text of the field (`forms.<form>.<field>.<key>`), or undefined if there is none. */
  text: (key: string, values?: Values) => string | undefined;
  /** Returns the label of a code of the field's enum. */
  optionLabel: (code: unknown) => string;
  /** Returns a text of a widget (`common.widgets.<widget>.<key>`). */
  word: (key: string, values?: Values) => string;
  /** Returns the answer of another field of the form, for example to compare a confirmation. */
  sibling: (name: string) => unknown;
  /**
   * Returns the handle of a property inside an object (`part('city')`) or a list item (`part('phone', 1)`), with its own label and
   * problem.
   */
  part: (property: string, index?: number) => FieldHandle;
}

/** How the shared frame labels a widget: a label for one control, a caption for a group, or none. */
export type Frame = 'label' | 'group' | 'radiogroup' | 'own';
