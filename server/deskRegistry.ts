import type { Registry } from '../engine/config/definitions.ts';
import { appNamespaces } from '../src/app/namespaces.ts';
import { deskDefinitions } from '../src/desk/definitions.ts';
import { approvableIds } from './contract/staff/approvable.ts';
import { approvableRightIds } from './contract/staff/rights.ts';
import { staffSessionSchema } from './contract/staff/clientState.ts';
import { topics } from './contract/staff/live.ts';
import { deskOperations } from './contract/staff/desk.ts';
import { approvalRules, approvalsKind } from './platform/approvals/kind.ts';
import { staffOperations } from './contract/staff/operations.ts';
import { workKinds } from './contract/staff/workKinds.ts';
import { rolesKind } from './platform/staff/roles.ts';
import { roleRules } from './platform/staff/rules.ts';
import { figureRules, figuresKind } from './product/figures/kind.ts';
import { queuesKind } from './platform/work/kind.ts';
import { workRules } from './platform/work/rules.ts';

/** Everything that code registers by name for the desk. The desk's releases are compiled against it. */
export const deskRegistry: Registry = {
  ...deskDefinitions,
  operations: deskOperations,
  effects: {},
  topics,
  kinds: {
    roles: rolesKind(staffOperations),
    queues: queuesKind(workKinds),
    approvals: approvalsKind([...approvableIds, ...approvableRightIds, 'staff.resetFactors', 'staff.linkIdentity', 'studio.rollBack']),
    figures: figuresKind,
  },
  rules: { ...roleRules, ...workRules, ...approvalRules, ...figureRules },
  namespaces: { ...appNamespaces, session: staffSessionSchema(staffOperations) },
  refusals: [
    'unauthenticated',
    'unavailable',
    'forbidden',
    'freshCodeRequired',
    'codeIncorrect',
    'passkeyRefused',
    'passwordIncorrect',
    'nameTaken',
    'lastFactor',
    'factorMissing',
    'linkGone',
    'revealLimit',
    'notFound',
    'conflict',
    'badRequest',
    'invalidAnswers',
    'tooFrequent',
    'claimed',
    'unknownPerson',
    'nothingWaits',
    'accountAsked',
    'accountOnTheWay',
    'openLoan',
    'refundNothing',
    'refundAmount',
    'refundTwice',
    'secondNeeded',
    'proposedAlready',
    'proposalVoid',
    'proposalGone',
    'workDone',
    'noCustomer',
    'notesFull',
    'decisionWaits',
    'carriedOut',
    'notReferred',
    'notHeld',
    'heldUnplaceable',
    'requestClosed',
    'loanUsed',
    'cancellationOver',
    'easyReloanOff',
    'moneyOwed',
    'ownLink',
    'ownRights',
    'sameRights',
    'emergencyAccount',
    'identityTaken',
    'noStatement',
    'providerOnly',
    'hasLogin',
    'passkeysFull',
    'alarmDone',
    'nobodyApproves',
    'repaymentInProgress',
    'noOpenLoan',
    'overtaken',
    'developmentServer',
    'disputeOpen',
    'disputeResolved',
    'disputeWaits',
    'reliefNotActive',
    'reliefWaits',
    'reliefChanged',
    'reliefNothing',
    'reliefExceeds',
    'reliefCap',
    'reliefTooEarly',
  ],
};
