import { compareStructural, reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { startTransition, useId, useLayoutEffect, useRef, useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { withoutItem } from '../../../flow/instances.ts';
import { isOptional } from '../../../flow/places.ts';
import { sameAnswer } from '../../../form/reopen.ts';
import type { FormSession } from '../../../session/formSession.ts';
import { FormView } from '../../form/FormView.tsx';
import { type Scope, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { Conflicts } from './Conflicts.tsx';
import { Notices } from './Notices.tsx';
import { Sent } from './Sent.tsx';
import type { FormOptions } from './definition.ts';
import { Prefilled } from './Prefilled.tsx';
import { isConfirmable } from './prefilledFields.ts';
import { SkipButton } from './SkipButton.tsx';

type FormBlockValue = BlockValue & FormOptions;

/** A form on a screen. On the screen of its step, Next saves the step and continues. Elsewhere it runs the block's action. */
export const FormBlock = observer(function FormBlock({ block }: { block: FormBlockValue }) {
  const scope = useScope();
  const texts = useText();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const { form, text, quiet = false, askPrefilled = false, do: action } = block;
  const session = scope.screen.form(form);
  usePrefill(block, session);
  const sameSubmission = useSubmission(session);

  const act = (tapped: object, sending: () => Promise<void>) => {
    if (busy || !scope.guard(tapped)) return;
    setBusy(true);
    // The next screen is about to render, so the old one skips a render.
    void sending().finally(() => startTransition(() => setBusy(false)));
  };
  const { flow, step } = scope.screen;
  const key = step?.form;
  const isOwnStep = key !== undefined && withoutItem(key) === form;
  if (isOwnStep && flow?.session.snapshot.closed) return <Sent form={form} />;

  const canSkip =
    isOwnStep && flow !== undefined && step !== undefined && step.corrections.length === 0 && isOptional(flow.session.flow, step.id);
  const own = `forms.${form}.submit`;
  const confirms = askPrefilled && isConfirmable(session);
  const submit = confirms ? 'common.blocks.form.confirm' : texts.has(own) ? own : 'common.next';
  const [label, lang] = text && !confirms ? [scope.text(text), scope.langOf(text)] : [texts.t(submit), texts.langOf(submit)];

  const view = (
    <FormView
      session={session}
      wholeForm={scope.screen.loaded.forms[form]?.wholeForm}
      onNext={() => act(sameSubmission(), () => send(scope, block, session))}
      busy={busy}
      queued={action?.offline === 'queue'}
      asksProposed={askPrefilled}
      id={`${id}-form`}
      {...(quiet ? {} : { submitLabel: label, submitLang: lang })}
      {...(canSkip && { actions: <SkipButton session={session} busy={busy} onSkip={() => act(block, () => skip(scope, session))} /> })}
    >
      {isOwnStep && (
        <>
          <Notices form={key} />
          <Conflicts form={key} />
        </>
      )}
    </FormView>
  );
  if (!askPrefilled) return view;
  return (
    <>
      <Prefilled session={session} />
      {view}
    </>
  );
});

/** Returns an object that is new when the answers are, so that the tap guard lets a corrected form pass at once. */
function useSubmission(session: FormSession): () => object {
  const last = useRef({ answers: {} });
  return () => {
    const answers = session.settled();
    if (!sameAnswer(answers, last.current.answers)) last.current = { answers };
    return last.current;
  };
}

/** Proposes the answers of `prefill`, again whenever what they read changes. */
function usePrefill({ prefill }: FormBlockValue, session: FormSession): void {
  const { cel } = useScope();
  useLayoutEffect(() => {
    if (!prefill) return undefined;
    const proposed = () => Object.fromEntries(Object.entries(prefill).map(([field, source]) => [field, cel(source)]));
    return reaction(proposed, (answers) => session.propose(answers), { fireImmediately: true, equals: compareStructural });
  }, [prefill, session, cel]);
}

async function send(scope: Scope, { form, do: action }: FormBlockValue, session: FormSession): Promise<void> {
  const { screen } = scope;
  const { flow, step } = screen;
  if (!flow || step?.form === undefined || withoutItem(step.form) !== form) {
    if (action) await scope.run(action, { form: session });
    return;
  }
  try {
    const { answers, kept } = session.submission();
    await flow.save(step.id, answers, kept);
  } catch (error) {
    screen.host.react(error, { form: session, retry: () => void send(scope, { form } as FormBlockValue, session) });
  }
}

async function skip(scope: Scope, session: FormSession): Promise<void> {
  const { flow, step, host } = scope.screen;
  if (!flow || !step) return;
  try {
    await flow.skip(step.id);
  } catch (error) {
    host.react(error, { form: session, retry: () => void skip(scope, session) });
  }
}
