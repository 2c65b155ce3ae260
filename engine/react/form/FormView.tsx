import Form from '@rjsf/core';
import { memo, type ReactNode, type SubmitEvent, useId, useMemo, useState } from 'react';
import type { WholeFormModule } from '../../form/types.ts';
import type { FormSession } from '../../session/formSession.ts';
import { useEngine } from '../engine-context.tsx';
import { Button } from '../parts/Button.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FormScope } from './handle.ts';
import { fields, projection, templates } from './rjsf.tsx';
import { usePort } from './usePort.ts';

export interface FormViewProps {
  session: FormSession;
  /** Loads the validator of the whole form, which Next uses. Called once the form is shown. */
  wholeForm?: (() => Promise<WholeFormModule>) | undefined;
  /** Called when Next is pressed and there is no problem. */
  onNext: () => void;
  /** The button's label. Without it there is no button, and the parent submits the form by `id`. */
  submitLabel?: string;
  /** The `lang` of the label if it falls back to another language. */
  submitLang?: string | undefined;
  /** The answers are being sent. */
  busy?: boolean;
  /** The form's action waits for a connection if there is none. */
  queued?: boolean;
  /** Asks at each proposed answer whether it is still right. */
  asksProposed?: boolean;
  /** DOM id of the form element, for a button elsewhere: `<button type="submit" form={id}>`. */
  id?: string;
  /** Rendered below the form's own button. */
  actions?: ReactNode;
  /** Rendered between the fields and the button. */
  children?: ReactNode;
}

/**
 * From this number of fields, `content-visibility` skips what is outside the viewport. With fewer, the check costs more than the
 * painting: revealing one field among a hundred took 19 ms of layout instead of 3 (bench/).
 */
const longFrom = 200;

/** The only place that uses rjsf. It renders once for a session. Each field observes later changes itself. */
export const FormView = memo(function FormView({
  session,
  wholeForm,
  onNext,
  submitLabel,
  submitLang,
  busy = false,
  queued = false,
  asksProposed = false,
  id,
  actions,
  children,
}: FormViewProps) {
  const { texts } = useEngine();
  const prefix = useId();
  const formId = id ?? `${prefix}-form`;
  const scope = useMemo<FormScope>(
    () => ({ session, texts, prefix, queued, asksProposed }),
    [session, texts, prefix, queued, asksProposed],
  );
  const [attempts, setAttempts] = useState(0);
  const { validator, validate } = usePort(session, wholeForm);

  const form = useMemo(() => {
    const { definition } = session;
    return (
      <Form
        id={formId}
        className={Object.keys(definition.schema.properties).length >= longFrom ? 'form-long' : 'form-short'}
        {...projection(definition)}
        formContext={scope}
        fields={fields}
        templates={templates}
        validator={validator}
        showErrorList={false}
        noHtml5Validate
      >
        {/* Any child keeps rjsf from adding its own button. */}
        <span hidden />
      </Form>
    );
  }, [session, scope, formId, validator]);

  // Bypasses rjsf's submit, which would duplicate the session in its own state and render twice.
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (session.attempt(validate).length === 0) onNext();
    else setAttempts((count) => count + 1);
  };

  return (
    <div className="form" onSubmitCapture={submit}>
      <ErrorSummary scope={scope} attempts={attempts} />
      {form}
      {children}
      {submitLabel !== undefined && (
        <div className="form-actions">
          <Button type="submit" form={formId} busy={busy} wide lang={submitLang}>
            {submitLabel}
          </Button>
          {actions}
        </div>
      )}
    </div>
  );
});
