import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Icon } from '../../parts/Icon.tsx';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { ProgressStepsOptions } from './definition.ts';

const marks = { done: 'check', current: undefined, waiting: undefined, failed: 'close' } as const;
type State = keyof typeof marks;

const isState = (value: unknown): value is State => typeof value === 'string' && Object.hasOwn(marks, value);

/** Shows the steps of an external process. The current step is also a text, and screen readers announce changes. */
export const ProgressSteps = observer(function ProgressSteps({ block }: { block: BlockValue & ProgressStepsOptions }) {
  const { text, cel, holds } = useScope();
  const texts = useText();
  const { label, items } = block;
  const steps = items
    .filter(({ when }) => holds(when))
    .map((step) => {
      const said = cel(step.state);
      const at = step.at === undefined ? undefined : cel(step.at);
      const state: State = isState(said) ? said : 'waiting';
      return { step, state, word: texts.t(`common.blocks.progressSteps.${state}`), at: typeof at === 'string' ? at : undefined };
    });
  // The latest step: the failed or current one, else the last completed one.
  const latest = steps.find(({ state }) => state === 'failed' || state === 'current') ?? steps.findLast(({ state }) => state === 'done');
  return (
    <section className="progress">
      <ol className="progress-steps" aria-label={text(label)}>
        {steps.map(({ step, state, word, at }) => (
          <li key={step.text.key} className={`progress-step progress-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
            <span className="progress-mark" aria-hidden="true">
              {marks[state] && <Icon name={marks[state]} />}
            </span>
            <div className="progress-body">
              <p className="progress-text">
                {text(step.text)}
                <span className="visually-hidden"> ({word})</span>
              </p>
              {step.hint && <p className="progress-hint">{text(step.hint)}</p>}
              {at !== undefined && (
                <p className="progress-hint">
                  <time dateTime={at}>{texts.formats.dateTime(at)}</time>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <output className="visually-hidden">{latest && `${text(label)}: ${text(latest.step.text)}, ${latest.word}`}</output>
    </section>
  );
});
