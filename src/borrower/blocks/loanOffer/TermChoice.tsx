import { type ReactNode, useId } from 'react';
import { useText } from '../../../../engine/react/text.tsx';
import type { Product } from './amounts.ts';
import type { Choosing } from './useChoice.ts';

/** The term, with its due date if the money is sent today. */
export function TermChoice({ choosing: { product, term: chosen, setTerm }, sentLater }: { choosing: Choosing; sentLater: boolean }) {
  const texts = useText();
  const word = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.loanOffer.${key}`, values);
  return (
    <Cards title={word('term')}>
      {(name) =>
        product.terms.map((term) => (
          <Card key={term.termDays} name={name} checked={term === chosen} onChoose={() => setTerm(term.termDays)}>
            <span className="offer-term">{word('days', { count: term.termDays })}</span>
            <span className="offer-hint">{term.instalments > 1 ? word('instalments', { count: term.instalments }) : word('once')}</span>
            {!sentLater && <span className="offer-hint">{word('due', { date: texts.formats.date(term.dueDate) })}</span>}
          </Card>
        ))
      }
    </Cards>
  );
}

interface ProductChoiceProps {
  products: readonly Product[];
  chosen: Product;
  /** Enum that names the products. */
  names: string;
  onChoose: (id: string) => void;
}

export function ProductChoice({ products, chosen, names, onChoose }: ProductChoiceProps) {
  const texts = useText();
  return (
    <Cards title={texts.t('common.blocks.loanOffer.product')}>
      {(name) =>
        products.map((product) => (
          <Card key={product.id} name={name} checked={product === chosen} onChoose={() => onChoose(product.id)}>
            <span className="offer-term">{texts.t(`enums.${names}.${product.id}`)}</span>
          </Card>
        ))
      }
    </Cards>
  );
}

function Cards({ title, children }: { title: string; children: (name: string) => ReactNode }) {
  const name = useId();
  return (
    <fieldset className="offer-choice">
      <legend className="field-label">{title}</legend>
      <div className="offer-cards">{children(name)}</div>
    </fieldset>
  );
}

function Card({ name, checked, onChoose, children }: { name: string; checked: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <label className="card-option">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span className="offer-card">{children}</span>
    </label>
  );
}
