import { isEmpty } from '../../../form/empty.ts';
import type { FormSession } from '../../../session/formSession.ts';

/** Returns the visible fields with an earlier answer that the person has not changed. */
export const prefilledFields = (session: FormSession): string[] =>
  session.fields.filter((field) => session.isProposed(field) && session.applies(field));

/** Whether one tap confirms the form: every answer that it needs is an earlier one, and none was changed. */
export const isConfirmable = (session: FormSession): boolean =>
  !session.dirty &&
  prefilledFields(session).length > 0 &&
  session.fields.every(
    (field) => !session.required(field) || !session.applies(field) || session.isKept(field) || !isEmpty(session.value(field)),
  );
