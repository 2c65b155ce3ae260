import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useOfferedAction, useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { LoanOffer as Offer } from '../../contract.ts';
import { AmountChoice } from './AmountChoice.tsx';
import type { LoanOfferOptions, LoanStart } from './definition.ts';
import { Figures } from './Figures.tsx';
import { ProductChoice, TermChoice } from './TermChoice.tsx';
import { useChoice } from './useChoice.ts';
import { useQuote } from './useQuote.ts';
import '../../../styles/blocks/loanOffer.css';

/** Choice of amount and term with their cost, before the application. */
export const LoanOffer = observer(function LoanOffer({ block }: { block: BlockValue & LoanOfferOptions }) {
  const { cel, text } = useScope();
  const texts = useText();
  const { offer, mode, start, products: names, quote: operation, with: more = {}, sentLater = false, text: label, do: action } = block;
  const offered = cel(offer) as Offer | undefined;
  const choosing = useChoice(offered ?? nothing, mode, start === undefined ? undefined : (cel(start) as LoanStart | undefined));
  const input = Object.fromEntries(Object.entries(more).map(([name, source]) => [name, cel(source)]));
  const quote = useQuote(operation, choosing?.choice && { ...choosing.choice, ...input });
  const { busy, runWith } = useOfferedAction(action);
  if (!choosing) return null;
  const { choice, product } = choosing;
  const ready = choice !== undefined && quote.isCurrent;
  return (
    <section className="offer">
      {offered && offered.products.length > 1 && (
        <ProductChoice products={offered.products} chosen={product} names={names} onChoose={choosing.setProduct} />
      )}
      {mode === 'all' ? (
        <div className="amount">
          <p className="amount-label">{texts.t('common.blocks.loanOffer.all')}</p>
          <p className="amount-value">{texts.formats.money(product.maxCents)}</p>
        </div>
      ) : (
        <AmountChoice key={product.id} choosing={choosing} />
      )}
      <TermChoice choosing={choosing} sentLater={sentLater} />
      <Figures quote={quote} hasProblem={choosing.problem !== undefined} sentLater={sentLater} />
      <Button wide busy={busy} off={!ready} onClick={() => choice && ready && runWith({ choice })}>
        {text(label)}
      </Button>
    </section>
  );
});

const nothing = { products: [] } as unknown as Offer;
