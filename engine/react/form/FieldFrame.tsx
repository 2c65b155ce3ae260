import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useEngine } from '../engine-context.tsx';
import type { FieldHandle, Frame } from './types.ts';

interface FieldFrameProps {
  field: FieldHandle;
  frame: Frame;
  children: ReactNode;
}

/**
 * Label, hint, control, problem: in this order for the eye and for the ear. Used for fields and for inputs inside them.
 * The problem is an observer of its own, so that one that comes into sight renders its line and no label anew.
 */
export const FieldFrame = observer(function FieldFrame({ field, frame, children }: FieldFrameProps) {
  const { texts } = useEngine();
  const { id } = field;
  const problemLine = <ProblemLine field={field} />;
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
      aria-invalid={radios && field.problem ? true : undefined}
    >
      {head}
      {children}
      {problemLine}
    </div>
  );
});

const ProblemLine = observer(function ProblemLine({ field }: { field: FieldHandle }) {
  const { problem } = field;
  if (!problem) return null;
  return (
    <p className="field-problem" id={`${field.id}-problem`}>
      {problem}
    </p>
  );
});
