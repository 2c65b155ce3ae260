import type { FormAnswers } from '../config/definitions.ts';
import { isPlainObject } from '../form/empty.ts';
import { hashAnswers } from '../form/hash.ts';
import { sameAnswer } from '../form/reopen.ts';
import type { FlowSnapshot } from '../flow/types.ts';
import type { Patch } from './patch.ts';

/** The unconfirmed answers of a form. */
export interface FormDraft {
  patch: Patch;
  /** By field: hash of the server's answer when the field was first changed. Detects changes made elsewhere. */
  base: Readonly<Record<string, string>>;
}

/** A confirmed step that has not reached the server. */
export interface PendingStep {
  form?: string;
  /** The answers to send. They are stored encrypted until they arrive, because they include transient answers. */
  answers: FormAnswers;
  kept: readonly string[];
  /** The step is skipped and has no answers. */
  skip?: true;
  /** The idempotency key of this confirmation. */
  key: string;
  /**
   * The typed answers at the time of the confirmation. A difference means later input. Absent in migrated drafts and drafts of
   * older builds.
   */
  typed?: Patch;
}

/** A device's stored state of a flow between visits. */
export interface FlowDraft {
  flow: string;
  /** Hash of the release of the draft. Absent in drafts of older builds. */
  release?: string;
  drafts: Record<string, FormDraft>;
  pending: Record<string, PendingStep>;
}

/** An answer that changed both here and elsewhere. */
export interface Conflict {
  form: string;
  field: string;
}

/** Hashes the server's value of a field, plain or masked. */
export function serverHash(snapshot: FlowSnapshot, form: string, field: string): string {
  return hashAnswers(snapshot.answers[form]?.[field] ?? snapshot.masked[form]?.[field]);
}

/** Returns the draft with a newer patch. Each field keeps the hash of the server's answer from its first change. */
export function draftOf(snapshot: FlowSnapshot, form: string, patch: Patch, before?: FormDraft): FormDraft {
  const base = Object.keys(patch).map((field) => [field, before?.base[field] ?? serverHash(snapshot, form, field)]);
  return { patch, base: Object.fromEntries(base) as Record<string, string> };
}

/**
 * Returns the input that differs from the input at the time the form was confirmed. If a field is no longer in the patch, somebody changed it
 * back to the server's earlier value (`answers`). That is new input too, and is compared with the server's current value like the rest. Nobody
 * can change back a field that is `hidden` on this device.
 */
export function typedSince(
  confirmed: Patch | undefined,
  now: Patch = {},
  { answers, hidden }: { answers: FormAnswers; hidden: Readonly<Record<string, string>> },
): Patch {
  if (confirmed === undefined) return {};
  const back = Object.keys(confirmed).filter((field) => !Object.hasOwn(now, field) && !Object.hasOwn(hidden, field));
  const typed = { ...Object.fromEntries(back.map((field) => [field, answers[field] ?? null])), ...now };
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => !sameAnswer(confirmed[field], value)));
}

export function conflictsOf(snapshot: FlowSnapshot, drafts: Iterable<[string, FormDraft]>): Conflict[] {
  return [...drafts].flatMap(([form, { patch, base }]) =>
    Object.keys(patch)
      .filter((field) => base[field] !== serverHash(snapshot, form, field) && !sameAnswer(patch[field], snapshot.answers[form]?.[field]))
      .map((field) => ({ form, field })),
  );
}

/** Whether a stored value is a draft of this flow. An older format does not count. */
export function isFlowDraft(value: unknown, flow: string): value is FlowDraft {
  return isPlainObject(value) && value['flow'] === flow && isPlainObject(value['drafts']) && isPlainObject(value['pending']);
}
