import Form from '@rjsf/core';
import { memo, type ReactNode, type SubmitEvent, useId, useMemo, useState } from 'react';
import type { FormSession } from '../../session/formSession.ts';
import { useEngine } from '../engine-context.tsx';
import { Button } from '../parts/Button.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FormScope } from './handle.ts';
import { fields, projection, templates, validator } from './rjsf.tsx';

export interface FormViewProps {
  session: FormSession;
  /** Called when Next was pressed and nothing is wrong. */
  onNext: () => void;
  /** Words on the button; without them there is no button, and who shows the form submits it by `id`. */
  submitLabel?: string;
  /** The answers are on their way. */
  busy?: boolean;
  /** It is sent by an action that waits for a network where there is none. */
  queued?: boolean;
  /** DOM id of the form element, for a button elsewhere: `<button type="submit" form={id}>`. */
  id?: string;
  /** Stands between the fields and the button. */
  children?: ReactNode;
}

/**
 * From so many fields on, what is out of sight is left to `content-visibility`. With fewer, the browser spends more on
 * deciding what is in sight than on painting it: a field revealed among a hundred cost 19 ms of layout instead of 3 (bench/).
 */
const longFrom = 200;

/**
 * The one place where rjsf is used. It is rendered once for a session: whatever changes afterwards is observed by the field
 * it belongs to.
 */
export const FormView = memo(function FormView({
  session,
  onNext,
  submitLabel,
  busy = false,
  queued = false,
  id,
  children,
}: FormViewProps) {
  const { texts } = useEngine();
  const prefix = useId();
  const formId = id ?? `${prefix}-form`;
  const scope = useMemo<FormScope>(() => ({ session, texts, prefix, queued }), [session, texts, prefix, queued]);
  const [attempts, setAttempts] = useState(0);

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
        {/* Anything at all keeps rjsf from adding its own button. */}
        <span hidden />
      </Form>
    );
  }, [session, scope, formId]);

  // Next is not rjsf's, which would keep what the session keeps in a state of its own, and render twice for it.
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (session.attempt().length === 0) onNext();
    else setAttempts((count) => count + 1);
  };

  return (
    <div className="form" onSubmitCapture={submit}>
      <ErrorSummary scope={scope} attempts={attempts} />
      {form}
      {children}
      {submitLabel !== undefined && (
        <div className="form-actions">
          <Button type="submit" form={formId} busy={busy} wide>
            {submitLabel}
          </Button>
        </div>
      )}
    </div>
  );
});
