import type { Question } from '../../engine/cli/index.ts';
import { disclose } from '../lending/index.ts';
import { chosenTerms, isOffered } from '../lending/offer.ts';
import { productView } from '../product/withdrawal/productView.ts';

/** Amounts and terms of each product offered to a borrower with this limit. */
const offer: Question = ({ limitCents }, { release, today }) => {
  const offered = Object.values(release.other.product ?? {}).filter((product) => isOffered(product, today));
  const views = offered.flatMap((product) => productView(product, Number(limitCents), today) ?? []);
  return Object.fromEntries(views.map(({ id, ...view }) => [id, view]));
};

/** Disclosure of a choice if it is paid out today, or why it is refused. */
const disclosure: Question = ({ productId, amountCents, termDays, couponCents = 0 }, { release, today }) => {
  const product = release.other.product?.[String(productId)];
  if (!product) return { refused: 'PRODUCT_NOT_OFFERED' };
  const terms = chosenTerms(product, { amountCents: Number(amountCents), termDays: Number(termDays) }, today);
  return 'refused' in terms ? terms : disclose(terms, { payoutDay: today, couponCents: Number(couponCents) });
};

/** A value from one of the product's config kinds, e.g. which coupons are granted. */
const configured: Question = ({ kind, id = kind }, { release }) => release.other[String(kind)]?.[String(id)];

/** The refusal codes that clients get with this HTTP status. */
const refusalsWith: Question = ({ status }, { release }) =>
  Object.keys(release.errors)
    .filter((code) => release.errors[code]?.status === status)
    .toSorted();

/** Questions that scenarios may ask, by name. They are pure: they apply the server's lending functions to the release's figures. */
export const scenarioQuestions: Readonly<Record<string, Question>> = { offer, disclosure, configured, refusalsWith };
