import { observer } from 'mobx-react-lite';
import { type ReactNode, useCallback } from 'react';
import { useEngine } from '../engine-context.tsx';
import { followProblem, problemMark } from './problemMark.ts';
import type { FieldHandle, Frame } from './types.ts';

interface FieldFrameProps {
  field: FieldHandle;
  frame: Frame;
  children: ReactNode;
}

/**
 * Label, hint, control and problem, in this order on the screen and for screen readers. Used for fields and for inputs inside them.
 * The problem's line always exists and changes without a render.
 */
export const FieldFrame = observer(function FieldFrame({ field, frame, children }: FieldFrameProps) {
  const { texts } = useEngine();
  const { id } = field;
  const follow = useCallback((line: HTMLElement | null) => (line ? followProblem(line, field) : undefined), [field]);
  const problemLine = <p id={`${id}-problem`} ref={follow} />;
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
  const lang = field.langOf('label');
  const head = (
    <div className="field-head">
      <Label className="field-label" id={`${id}-label`} lang={lang} {...(asLabel ? { htmlFor: id } : {})}>
        {field.label}
        {/* Most fields are required, so only optional fields are marked. */}
        {!required && (
          <span className="field-optional" lang={texts.langOf('common.optional') ?? (lang && texts.language)}>
            {' '}
            {texts.t('common.optional')}
          </span>
        )}
      </Label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`} lang={field.langOf('hint')}>
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
      {...(radios ? problemMark(field) : {})}
    >
      {head}
      {children}
      {problemLine}
    </div>
  );
});
