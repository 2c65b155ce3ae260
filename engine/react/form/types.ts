import type { FieldUi } from '../../config/formUi.ts';
import type { PropertySchema } from '../../config/form.ts';
import type { Values } from '../text.tsx';

/**
 * All that a widget knows of its field. The handle is made anew whenever something in it changes, so a widget is a plain
 * component: it reads the handle and re-renders with it, and needs no observer of its own.
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
  readonly value: unknown;
  /** Asked for; shown to assistive technology as `aria-required`. */
  readonly required: boolean;
  /** Shown, but not to be changed: another field was sent back. */
  readonly locked: boolean;
  /** Words of the problem shown at the field itself. */
  readonly problem: string | undefined;
  readonly label: string;
  readonly placeholder: string | undefined;
  /** Ids of hint and problem, for `aria-describedby`. */
  readonly describedBy: string | undefined;
  readonly autoComplete: string | undefined;

  /** Stores what was entered. Normalisers that may act on typing are applied; `undefined` and '' mean no answer. */
  set(value: unknown): void;
  /** The borrower has left the field: remaining normalisers are applied and it is validated. */
  blur(): void;
  /** Words of a problem inside an object or a list, by pointer below the field: `/1/phone`. */
  problemAt(pointer: string): string | undefined;
  /** What a text becomes while it is typed: the field's normalisers, or those of a list item's property. */
  typed(text: string, item?: string): string;
  /** Words of the field itself, or of a property of its items: `text('label', 'phone')`; undefined when there are none. */
  text(key: string, item?: string): string | undefined;
  /** The label of a code of the field's enum, or of that of an item's property. */
  optionLabel(code: string, item?: string): string;
  /** Words of the widget (`common.widgets.<widget>.<key>`). */
  word(key: string, values?: Values): string;
  /** The answer to another field of the form (a confirmation compares with it). */
  sibling(name: string): unknown;
}

/** The attributes that every control of a field carries. */
export interface ControlAttributes {
  id: string;
  name: string;
  disabled: boolean;
  onBlur(): void;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}
