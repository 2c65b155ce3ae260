import type { FieldUi } from '../../config/formUi.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { Values } from '../text.tsx';

/**
 * All that a widget knows of its field, or of one input inside it. The handle stays the same while its getters read what is
 * observable, so a widget is a MobX `observer` that renders anew exactly when something it has read changes.
 */
export interface FieldHandle {
  /** DOM id of the control that a click on the label, or on the error summary, shall focus. */
  readonly id: string;
  readonly form: string;
  readonly name: string;
  readonly schema: PropertySchema;
  readonly ui: FieldUi;
  /** `ui:options`, checked by the compiler against the widget's own schema. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly autoComplete: string | undefined;

  readonly value: unknown;
  /** Asked for; told to assistive technology by `aria-required`. */
  readonly required: boolean;
  /** Shown, but not to be changed: another field was sent back. */
  readonly locked: boolean;
  /** The form may be sent without a network; what waits on this device goes with it (`deviceFile`). */
  readonly queued: boolean;
  readonly label: string;
  readonly hint: string | undefined;
  readonly placeholder: string | undefined;
  /** Words of the problem shown at the field itself. */
  readonly problem: string | undefined;
  /** Ids of hint, reason and problem, for `aria-describedby`. The problem's line is there, and empty, while there is none. */
  readonly describedBy: string;

  /** Stores what was entered as it is; `undefined` and '' mean no answer. */
  set: (value: unknown) => void;
  /** What a text becomes while it is typed: the field's normalisers, but those that wait for the end. */
  typed: (text: string) => string;
  /** The field was left: the remaining normalisers are applied and it is validated. The frame around a widget calls it. */
  leave: () => void;
  /** Words of the field (`forms.<form>.<field>.<key>`); undefined when there are none. */
  text: (key: string) => string | undefined;
  /** The label of a code of the field's enum. */
  optionLabel: (code: unknown) => string;
  /** Words of a widget (`common.widgets.<widget>.<key>`). */
  word: (key: string, values?: Values) => string;
  /** The answer to another field of the form: a confirmation compares with it. */
  sibling: (name: string) => unknown;
  /** A property inside an object (`part('city')`) or of a list's item (`part('phone', 1)`), with labels and problems of its own. */
  part: (property: string, index?: number) => FieldHandle;
}

/** How the shared frame labels a widget: a label for one control, a group with a caption for several, or not at all. */
export type Frame = 'label' | 'group' | 'radiogroup' | 'own';
