import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useText } from '../text.tsx';
import type { FieldHandle, Frame } from './types.ts';

interface FieldFrameProps {
  field: FieldHandle;
  frame: Frame;
  children: ReactNode;
}

/**
 * Label, hint, control, problem: in this order for the eye and for the ear. Used for fields and for inputs inside them.
 * One observer for all four: a form of a hundred fields would pay for each more, and the control is an observer of its own.
 */
export const FieldFrame = observer(function FieldFrame({ field, frame, children }: FieldFrameProps) {
  const texts = useText();
  const { id, problem } = field;
  const problemLine = problem ? (
    <p className="field-problem" id={`${id}-problem`}>
      {problem}
    </p>
  ) : null;
  if (frame === 'own') {
    return (
      <>
        {children}
        {problemLine}
      </>
    );
  }
  const { hint, required } = field;
  const asLabel = frame === 'label';
  const Label = asLabel ? 'label' : 'span';
  const head = (
    <div className="field-head">
      <Label className="field-label" id={`${id}-label`} {...(asLabel ? { htmlFor: id } : {})}>
        {field.label}
        {/* Most fields are asked for, so the few that need not be answered say so. */}
        {!required && <span className="field-optional"> {texts.t('common.optional')}</span>}
      </Label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
  if (asLabel) {
    return (
      <>
        {head}
        {children}
        {problemLine}
      </>
    );
  }
  const radios = frame === 'radiogroup';
  return (
    <div
      id={id}
      className="field-group field"
      role={frame}
      aria-labelledby={`${id}-label`}
      aria-describedby={field.describedBy}
      aria-required={radios && required ? true : undefined}
      aria-invalid={radios && problem ? true : undefined}
    >
      {head}
      {children}
      {problemLine}
    </div>
  );
});
