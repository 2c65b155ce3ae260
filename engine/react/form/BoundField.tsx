import { observer } from 'mobx-react-lite';
import { memo, type ReactNode, useMemo } from 'react';
import { defaultWidget } from '../../config/defaultWidget.ts';
import type { CorrectionRequest } from '../../flow/types.ts';
import type { FormSession } from '../../session/formSession.ts';
import { pointer } from '../../form/pointer.ts';
import { fileKindOf, useEngine } from '../engine-context.tsx';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useText } from '../text.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import { leaveIfLeft } from './focus.ts';
import { fieldHandle, type FormScope } from './handle.ts';
import type { FieldHandle, Frame } from './types.ts';

interface BoundFieldProps {
  scope: FormScope;
  /** The names and indices that lead to the property or item. */
  path: readonly (string | number)[];
  /** Replaces the widget, for a widget whose parts rjsf lays out. */
  children?: ReactNode;
}

/** A field of the form, or an input inside an answer. This component observes only whether it applies. */
export const BoundField = observer(function BoundField({ scope, path, children }: BoundFieldProps) {
  const at = useMemo(() => pointer(...path), [path]);
  if (!scope.session.applies(at)) return null;
  const Applied = path.length === 1 ? AppliedField : AppliedPart;
  return (
    <Applied scope={scope} path={path}>
      {children}
    </Applied>
  );
});

const AppliedPart = observer(function AppliedPart({ scope, path, children }: BoundFieldProps) {
  const { widgets } = useEngine();
  const field = useMemo(() => fieldHandle(scope, path), [scope, path]);
  if (!field || field.ui['ui:widget'] === 'hidden') return null;
  const correction = scope.session.correction(pointer(...path));
  // An item that moves gets a new handle and new inputs. An upload in progress moves with its item.
  const part = (
    <PartField key={fileKindOf(widgets, field.ui['ui:widget']) ?? field.id} field={field}>
      {children}
    </PartField>
  );
  if (!correction) return part;
  return (
    <div data-sent-back>
      <Correction id={field.id} labels={[field.label]} correction={correction} />
      {part}
    </div>
  );
});

/** Observes only what rarely changes. Frame and control observe the rest, so that a key press renders one control. */
const AppliedField = observer(function AppliedField({ scope, path, children }: BoundFieldProps) {
  const field = useMemo(() => fieldHandle(scope, path), [scope, path]);
  if (!field || field.ui['ui:widget'] === 'hidden') return null;
  const { session } = scope;
  const { name } = field;
  const correction = session.correction(name);
  const labels = correction ? requestedTogether(session, correction).map((each) => scope.texts.t(`forms.${field.form}.${each}.label`)) : [];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens for the focus to leave
    <div
      className="field"
      data-field={name}
      data-sent-back={correction !== undefined || undefined}
      onBlur={(event) => leaveIfLeft(event, field)}
    >
      {correction && <Correction id={field.id} labels={labels} correction={correction} hidden={isShownAbove(session, correction)} />}
      {session.isKept(name) ? <Kept scope={scope} field={field} /> : <Control field={field}>{children}</Control>}
      {session.mayKeep(name) && !session.isKept(name) && <KeptButton session={session} field={field} act="keep" />}
      {scope.asksProposed && session.isProposed(name) && (
        <p className="field-proposed visually-hidden" id={`${field.id}-proposed`}>
          {scope.texts.t('common.blocks.form.stillRight')}
        </p>
      )}
    </div>
  );
});

interface CorrectionProps {
  /** Id of the control that it describes. */
  id: string;
  labels: readonly string[];
  correction: CorrectionRequest;
  /** Visually hidden, because it is already shown above. Screen readers still read it. */
  hidden?: boolean;
}

/** Why a field, an item or a part of one was sent back. */
export function Correction({ id, labels, correction: { reason, note }, hidden = false }: CorrectionProps) {
  const texts = useText();
  return (
    <div className={hidden ? 'visually-hidden' : 'field-correction'} id={`${id}-reason`}>
      <p>
        <b>{labels.join(' · ')}:</b> {texts.t(`corrections.${reason}`)}
      </p>
      {note && <p>{note}</p>}
    </div>
  );
}

/** Whether the field above was sent back for the same reason, which is then shown once above both. */
function isShownAbove(session: FormSession, correction: CorrectionRequest): boolean {
  const { order } = session.definition.ui;
  const above = order.slice(0, order.indexOf(correction.field)).findLast((each) => session.applies(each));
  return above !== undefined && isSameRequest(session.correction(above), correction);
}

/** Returns this field and the fields directly below it with the same reason. */
function requestedTogether(session: FormSession, correction: CorrectionRequest): string[] {
  if (isShownAbove(session, correction)) return [correction.field];
  const { order } = session.definition.ui;
  const below = order.slice(order.indexOf(correction.field)).filter((each) => session.applies(each));
  const end = below.findIndex((each) => !isSameRequest(session.correction(each), correction));
  return end < 0 ? below : below.slice(0, end);
}

const isSameRequest = (one: CorrectionRequest | undefined, { reason, note }: CorrectionRequest): boolean =>
  one !== undefined && one.reason === reason && one.note === note;

/**
 * The frame of a field with its widget, or with `children`. It observes nothing, so it renders again only for another field.
 *
 * @param frame replaces the frame of the widget
 */
export const Control = memo(function Control({ field, frame, children }: { field: FieldHandle; frame?: Frame; children?: ReactNode }) {
  const { widgets } = useEngine();
  const name = field.ui['ui:widget'] ?? defaultWidget(field.schema);
  const widget = Object.hasOwn(widgets, name) ? widgets[name] : undefined;
  if (!widget) throw new Error(`No widget "${name}" is registered (${field.form}.${field.name}).`);
  const Component = widget.component;
  return (
    <FieldFrame field={field} frame={frame ?? widget.frame}>
      {children ?? <Component field={field} />}
    </FieldFrame>
  );
});

/** An input inside a compound answer, with its own label, problem and blur. */
export function PartField({ field, frame, children }: { field: FieldHandle; frame?: Frame; children?: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens for the focus to leave
    <div className="field" data-part={field.name} onBlur={(event) => leaveIfLeft(event, field)}>
      <Control field={field} {...(frame ? { frame } : {})}>
        {children}
      </Control>
    </div>
  );
}

/** A sensitive answer that only the server has. It is masked, and kept unless the person changes it. */
const Kept = observer(function Kept({ scope: { session }, field }: { scope: FormScope; field: FieldHandle }) {
  const texts = useText();
  const { widgets } = useEngine();
  const fileKind = fileKindOf(widgets, field.ui['ui:widget']);
  return (
    <>
      <span className="field-label" id={`${field.id}-label`} lang={field.langOf('label')}>
        {field.label}
      </span>
      <div className="kept">
        <span className="kept-value">
          {fileKind ? (
            // The end of a file id would mean nothing to a person.
            <>
              <Icon name="check" /> {texts.t(`common.blocks.review.${fileKind}`)}
            </>
          ) : (
            session.masked(field.name)
          )}
        </span>
        {!field.locked && <KeptButton session={session} field={field} act="change" />}
      </div>
    </>
  );
});

/** Opens a masked answer to be changed, or keeps it after all. */
function KeptButton({ session, field, act }: { session: FormSession; field: FieldHandle; act: 'change' | 'keep' }) {
  const texts = useText();
  const { id, name } = field;
  return (
    <Button
      tone="quiet"
      id={act === 'change' ? id : undefined}
      aria-describedby={`${id}-label ${id}-proposed`}
      onClick={() => {
        session[act](name);
        // The control replaces the focused button, or the button the control.
        requestAnimationFrame(() => document.getElementById(id)?.focus());
      }}
    >
      {texts.t(act === 'change' ? 'common.change' : 'common.blocks.form.keepSaved')}
    </Button>
  );
}
