import type { Registry } from '../engine/config/definitions.ts';
import { blockDefinitions } from '../engine/react/blocks/definitions.ts';
import { widgetDefinitions } from '../engine/react/widgets/definitions.ts';
import { contactLinksBlock } from './borrower/blocks/contactLinks/definition.ts';
import { couponCardBlock } from './borrower/blocks/couponCard/definition.ts';
import { couponChoiceBlock } from './borrower/blocks/couponChoice/definition.ts';
import { dayChoiceBlock } from './borrower/blocks/dayChoice/definition.ts';
import { disclosureBlock } from './borrower/blocks/disclosure/definition.ts';
import { homescreenManifestBlock } from './borrower/blocks/homescreenManifest/definition.ts';
import { loanOfferBlock } from './borrower/blocks/loanOffer/definition.ts';
import { outboxBlock } from './borrower/blocks/outbox/definition.ts';
import { pictureStepsBlock } from './borrower/blocks/pictureSteps/definition.ts';
import { repaymentChoiceBlock } from './borrower/blocks/repaymentChoice/definition.ts';
import { resendCodeBlock } from './borrower/blocks/resendCode/definition.ts';
import { rewardLadderBlock } from './borrower/blocks/rewardLadder/definition.ts';
import { clientEvents } from './app/clientEvents.ts';
import { namespaces } from './borrower/namespaces.ts';
import { palettes } from './borrower/palettes.ts';
import { signatureWidget } from './borrower/widgets/signature/definition.ts';

function byName<Item extends { name: string }>(items: readonly Item[]): Record<string, Item> {
  const named: Record<string, Item> = {};
  for (const item of items) {
    if (Object.hasOwn(named, item.name)) throw new Error(`"${item.name}" is registered twice.`);
    named[item.name] = item;
  }
  return named;
}

/** Everything that the browser registers by name, described without React for the server, the command line and the compiler. */
export const definitions: Pick<Registry, 'widgets' | 'blocks' | 'clientEvents' | 'palettes' | 'namespaces'> = {
  widgets: byName([...widgetDefinitions, signatureWidget]),
  blocks: byName([
    ...blockDefinitions,
    resendCodeBlock,
    loanOfferBlock,
    disclosureBlock,
    repaymentChoiceBlock,
    couponChoiceBlock,
    couponCardBlock,
    dayChoiceBlock,
    rewardLadderBlock,
    contactLinksBlock,
    homescreenManifestBlock,
    outboxBlock,
    pictureStepsBlock,
  ]),
  clientEvents: byName(clientEvents),
  palettes: byName(palettes),
  namespaces,
};
