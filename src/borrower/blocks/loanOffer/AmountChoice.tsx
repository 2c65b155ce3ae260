import { useId, useState } from 'react';
import { Icon } from '../../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import { amountAt, neighbour, parseAmount, stepCount, stepOf } from './amounts.ts';
import type { Choosing } from './useChoice.ts';

const hundredths = 100;

/** One amount with three inputs: text, step buttons and slider. All support the keyboard, and the slider announces a formatted amount. */
export function AmountChoice({ choosing }: { choosing: Choosing }) {
  const texts = useText();
  const id = useId();
  const { product, amountCents, problem, setAmount } = choosing;
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.loanOffer.${key}`, values);
  const { money } = texts.formats;
  const [min, max, step] = [product.minCents, product.maxCents, product.stepCents].map(money);
  const amount = amountCents ?? product.minCents;
  return (
    <div className="field offer-amount">
      <label className="field-label" htmlFor={`${id}-amount`}>
        {word('amount')}
      </label>
      <div className="offer-stepper">
        <StepButton direction={-1} choosing={choosing} />
        <AmountInput id={id} amountCents={amountCents} invalid={problem !== undefined} onType={setAmount} />
        <StepButton direction={1} choosing={choosing} />
      </div>
      {product.maxCents > product.minCents && (
        <input
          className="offer-slider"
          type="range"
          aria-label={word('amount')}
          aria-valuetext={money(amount)}
          min={0}
          max={stepCount(product)}
          step={1}
          value={stepOf(product, amount)}
          onChange={({ target }) => setAmount(amountAt(product, Number(target.value)))}
        />
      )}
      <p className="field-hint offer-range" id={`${id}-hint`}>
        <span>{word('between', { min, max })}</span> <span>{word('step', { step })}</span>
      </p>
      <div id={`${id}-problem`} role="alert">
        {problem && <p className="field-problem">{word(problem, { min, max, step })}</p>}
      </div>
    </div>
  );
}

function StepButton({ direction, choosing: { product, amountCents, setAmount } }: { direction: 1 | -1; choosing: Choosing }) {
  const texts = useText();
  const next = neighbour(product, amountCents ?? product.minCents, direction);
  const atEnd = amountCents !== undefined && (direction === 1 ? amountCents >= product.maxCents : amountCents <= product.minCents);
  const word = direction === 1 ? 'more' : 'less';
  return (
    <button
      type="button"
      className="icon-button offer-step"
      aria-label={texts.t(`common.blocks.loanOffer.${word}`, { amount: texts.formats.money(next) })}
      aria-disabled={atEnd || undefined}
      onClick={() => !atEnd && setAmount(next)}
    >
      <Icon name={direction === 1 ? 'plus' : 'minus'} />
    </button>
  );
}

interface AmountInputProps {
  id: string;
  amountCents: number | undefined;
  invalid: boolean;
  onType: (amountCents: number | undefined) => void;
}

/** Shows the raw text while the person types, and the formatted amount otherwise. */
function AmountInput({ id, amountCents, invalid, onType }: AmountInputProps) {
  const texts = useText();
  const [typed, setTyped] = useState<string>();
  const shown = amountCents === undefined ? '' : texts.formats.number(amountCents / hundredths);
  return (
    <div className="control control-group offer-input" data-invalid={invalid || undefined}>
      <span className="control-affix" aria-hidden="true">
        {texts.formats.currencySymbol()}
      </span>
      <input
        id={`${id}-amount`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        aria-describedby={`${id}-hint ${id}-problem`}
        aria-invalid={invalid || undefined}
        value={typed ?? shown}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setTyped(target.value);
          onType(parseAmount(target.value));
        }}
        onBlur={() => setTyped(undefined)}
      />
    </div>
  );
}
