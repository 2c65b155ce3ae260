import type { FormAnswers } from '../config/definitions.ts';
import { isPlainObject } from '../form/empty.ts';
import { hashAnswers } from '../form/hash.ts';
import { sameAnswer } from '../form/reopen.ts';
import type { FlowSnapshot } from '../flow/types.ts';
import type { Patch } from './patch.ts';

/** What was typed into a form and not confirmed. */
export interface FormDraft {
  patch: Patch;
  /** By field: hash of what the server held when it was first changed. Tells a change made elsewhere meanwhile. */
  base: Readonly<Record<string, string>>;
}

/** A step that was confirmed on this device and has not reached the server. */
export interface PendingStep {
  form?: string;
  /** As they are to be sent. Kept, encrypted, until they have arrived: what is never stored is among them. */
  answers: FormAnswers;
  kept: readonly string[];
  /** Names this very confirmation: sending it again is no second one. */
  key: string;
  /** What the form held of typed answers then: what differs from it was typed since. Absent in drafts carried over or kept by older builds. */
  typed?: Patch;
}

/** What a device keeps of a flow between visits. */
export interface FlowDraft {
  flow: string;
  /** Hash of the release under which it was typed; absent in drafts kept by older builds. */
  release?: string;
  drafts: Record<string, FormDraft>;
  pending: Record<string, PendingStep>;
}

/** An answer changed here and elsewhere. */
export interface Conflict {
  form: string;
  field: string;
}

/** Hash of what the server holds for a field, in the clear or masked. */
export function serverHash(snapshot: FlowSnapshot, form: string, field: string): string {
  return hashAnswers(snapshot.answers[form]?.[field] ?? snapshot.masked[form]?.[field]);
}

/** The draft with a newer patch; each field remembers what the server held when it was first changed. */
export function draftOf(snapshot: FlowSnapshot, form: string, patch: Patch, before?: FormDraft): FormDraft {
  const base = Object.keys(patch).map((field) => [field, before?.base[field] ?? serverHash(snapshot, form, field)]);
  return { patch, base: Object.fromEntries(base) as Record<string, string> };
}

/**
 * What differs from what was typed when the form was confirmed. What is typed no more was changed back to what the server held until
 * then (`answers`): typed anew, as against what it holds now. What is `hidden` from this device cannot be.
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

/** Whether a stored value is a draft of this flow. An older shape counts as none. */
export function isFlowDraft(value: unknown, flow: string): value is FlowDraft {
  return isPlainObject(value) && value['flow'] === flow && isPlainObject(value['drafts']) && isPlainObject(value['pending']);
}
