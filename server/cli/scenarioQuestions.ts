import type { Question } from '../../engine/cli/index.ts';
import { disclose } from '../lending/index.ts';
import type { Product } from '../lending/kinds/product.ts';
import { chosenTerms, isOffered } from '../lending/offer.ts';
import { productView } from '../product/withdrawal/products.ts';

type Products = Readonly<Record<string, Product>>;

/** What somebody with this limit is offered: amounts and terms of each product. */
const offer: Question = ({ limitCents }, { release, today }) => {
  const offered = Object.values((release.other['product'] ?? {}) as Products).filter((product) => isOffered(product, today));
  const views = offered.flatMap((product) => productView(product, Number(limitCents), today) ?? []);
  return Object.fromEntries(views.map(({ id, ...view }) => [id, view]));
};

/** What a choice costs when it is paid out today, or why it is not to be had. */
const disclosure: Question = ({ productId, amountCents, termDays, couponCents = 0 }, { release, today }) => {
  const product = ((release.other['product'] ?? {}) as Products)[String(productId)];
  if (!product) return { refused: 'PRODUCT_NOT_OFFERED' };
  const terms = chosenTerms(product, { amountCents: Number(amountCents), termDays: Number(termDays) }, today);
  return 'refused' in terms ? terms : disclose(terms, { payoutDay: today, couponCents: Number(couponCents) });
};

/** A whole value of one of the product's kinds, e.g. what coupons are granted. */
const configured: Question = ({ kind, id = kind }, { release }) => release.other[String(kind)]?.[String(id)];

/** What scenarios may ask, by name. Pure: the same functions that the server lends by, over the release's own figures. */
export const scenarioQuestions: Readonly<Record<string, Question>> = { offer, disclosure, configured };
