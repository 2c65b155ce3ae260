import type { Registry } from '../engine/config/definitions.ts';
import { byName, genericDefinitions } from './app/definitions.ts';
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
import { namespaces } from './borrower/namespaces.ts';
import { palettes } from './borrower/palettes.ts';
import { productIcons } from './ui/icons.ts';
import { signatureWidget } from './borrower/widgets/signature/definition.ts';

/** Everything that the browser registers by name, described without React for the server, the command line and the compiler. */
export const definitions: Pick<Registry, 'widgets' | 'blocks' | 'clientEvents' | 'icons' | 'palettes' | 'namespaces'> = {
  widgets: byName([...Object.values(genericDefinitions.widgets), signatureWidget]),
  blocks: byName([
    ...Object.values(genericDefinitions.blocks),
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
  clientEvents: genericDefinitions.clientEvents,
  icons: [...(genericDefinitions.icons ?? []), ...Object.keys(productIcons)],
  palettes: byName(palettes),
  namespaces,
};
