import { observer } from 'mobx-react-lite';
import { previousStep } from '../../../engine/flow/places.ts';
import { useText } from '../../../engine/react/text.tsx';
import type { RunningApp } from '../app.ts';
import type { Entry } from '../screens/entry.ts';
import { BackButton } from './BackButton.tsx';

/** Back button and progress of a step. */
export const StepHeader = observer(function StepHeader({ app, entry }: { app: RunningApp; entry: Entry }) {
  const { screen } = entry;
  const texts = useText();
  const { flow, step } = screen;
  const position = flow?.session.position;
  const number = position && step ? position.path.findIndex(({ id }) => id === step.id) + 1 : 0;
  const minutes = Math.max(1, Math.round(position?.minutesLeft ?? 0));
  const before = position && step ? previousStep(position, step.id)?.route : undefined;
  const goBack = () => (before === undefined ? app.navigator.back(screen.loaded.definition.backTo) : app.navigator.backTo(before));
  return (
    <header className="bar bar-step">
      <BackButton onClick={goBack} />
      {position && number > 0 && (
        <p className="bar-progress">
          <span>{texts.t('common.steps.progress', { number, total: position.total })}</span>
          {!position.complete && <span className="bar-minutes">{texts.t('common.steps.minutesLeft', { count: minutes })}</span>}
        </p>
      )}
      {position && <progress className="bar-line" max={position.total} value={number} aria-hidden="true" />}
    </header>
  );
});
