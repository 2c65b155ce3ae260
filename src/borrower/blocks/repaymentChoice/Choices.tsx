import { observer } from 'mobx-react-lite';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { RepaymentOptions } from '../../contract.ts';
import type { RepaymentChoiceOptions } from './definition.ts';
import { useWords } from './useWords.ts';

interface ChoicesProps {
  options: RepaymentOptions;
  chosen: RepaymentChoiceOptions['chosen'];
  routes: Pick<RepaymentChoiceOptions, 'full' | 'extension'>;
}

/** Two links side by side, because each option is its own screen. The current one is marked. */
export const Choices = observer(function Choices({ options: { full, extension }, chosen, routes }: ChoicesProps) {
  const { word, formats } = useWords();
  const { moneyExact, date } = formats;
  return (
    <nav className="pay-choices" aria-label={word('how')}>
      <Choice go={routes.full} isChosen={chosen === 'full'} name={word('full')} amount={moneyExact(full?.amountCents ?? 0)}>
        {word('fullHint')}
      </Choice>
      {extension && (
        <Choice
          go={routes.extension}
          isChosen={chosen === 'extension'}
          name={word('extension')}
          amount={extension.allowed ? moneyExact(extension.amountCents) : undefined}
        >
          {extension.allowed
            ? word('extensionHint', { rest: moneyExact(extension.payoffThenCents), date: date(extension.newDueDate) })
            : word('refused')}
        </Choice>
      )}
    </nav>
  );
});

interface ChoiceProps {
  go: string;
  isChosen: boolean;
  name: string;
  amount: string | undefined;
  children: string;
}

function Choice({ go, isChosen, name, amount, children }: ChoiceProps) {
  const { screen } = useScope();
  return (
    <a
      className="pay-choice"
      href={go}
      aria-current={isChosen ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (!isChosen) screen.engine.navigate(go);
      }}
    >
      <span className="pay-choice-name">{name}</span>
      {amount !== undefined && <span className="pay-choice-amount">{amount}</span>}
      <span className="pay-choice-hint">{children}</span>
    </a>
  );
}
