import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { useText } from '../text.tsx';
import type { FieldHandle, Frame } from './types.ts';

/** Label, hint, control, problem: in this order for the eye and for the ear. Used for fields and for inputs inside them. */
export const FieldFrame = observer(function FieldFrame({
  field,
  frame,
  children,
}: {
  field: FieldHandle;
  frame: Frame;
  children: ReactNode;
}) {
  if (frame === 'own') {
    return (
      <>
        {children}
        <Problem field={field} />
      </>
    );
  }
  if (frame === 'label') {
    return (
      <>
        <div className="field-head">
          <label className="field-label" id={`${field.id}-label`} htmlFor={field.id}>
            <Caption field={field} />
          </label>
          <Hint field={field} />
        </div>
        {children}
        <Problem field={field} />
      </>
    );
  }
  return (
    <div
      id={field.id}
      className="field-group field"
      role={frame}
      aria-labelledby={`${field.id}-label`}
      aria-describedby={field.describedBy}
      aria-required={frame === 'radiogroup' && field.required ? true : undefined}
      aria-invalid={frame === 'radiogroup' && field.problem ? true : undefined}
    >
      <div className="field-head">
        <span className="field-label" id={`${field.id}-label`}>
          <Caption field={field} />
        </span>
        <Hint field={field} />
      </div>
      {children}
      <Problem field={field} />
    </div>
  );
});

/** Most fields are asked for, so the few that need not be answered say so. */
const Caption = observer(function Caption({ field }: { field: FieldHandle }) {
  const texts = useText();
  return (
    <>
      {field.label}
      {!field.required && <span className="field-optional"> {texts.t('common.optional')}</span>}
    </>
  );
});

const Hint = observer(function Hint({ field }: { field: FieldHandle }) {
  return field.hint ? (
    <p className="field-hint" id={`${field.id}-hint`}>
      {field.hint}
    </p>
  ) : null;
});

const Problem = observer(function Problem({ field }: { field: FieldHandle }) {
  return field.problem ? (
    <p className="field-problem" id={`${field.id}-problem`}>
      <Icon name="alert" />
      <span>{field.problem}</span>
    </p>
  ) : null;
});
