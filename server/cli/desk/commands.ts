import type { SearchKind } from '../../contract/staff/customers.ts';
import { DeskError, type Input } from './call.ts';
import type { DeskCommand } from './command.ts';
import { queueCommands } from './queue.ts';

const integer = (name: string, text: string | undefined): number => {
  if (text === undefined || !/^\d+$/.test(text)) throw new DeskError(`--${name} must be a whole number.`);
  return Number(text);
};

const because = (reason: string | undefined): string => reason ?? missing('reason');
const missing = (name: string): never => {
  throw new DeskError(`--${name} is missing.`);
};

/** The desk page that an enrolment link opens. */
const enrolmentPage = '/desk/welcome';

/** A command with one argument, and a reason for the audit log. */
const withReason = (word: string): Pick<DeskCommand, 'words' | 'input'> => ({
  words: [word],
  input: (words, { reason }) => ({ [word]: words[word], reason: because(reason) }),
});

/** An action that the rules may hold until a second person approves it. */
const proposing = (operation: string): Pick<DeskCommand, 'operation' | 'words' | 'input'> => ({
  operation: 'staff.propose',
  words: ['id'],
  input: ({ id }, { reason }) => ({ operation, input: { id, reason: because(reason) } }),
});

const waived = (options: Readonly<Record<string, string | undefined>>): Input =>
  Object.fromEntries(
    Object.entries({ penaltyCents: 'penalty-cents', lateChargeCents: 'late-charge-cents', interestCents: 'interest-cents' }).flatMap(
      ([name, option]) => (options[option] === undefined ? [] : [[name, integer(option, options[option])]]),
    ),
  );

const deciding = (decision: string): Pick<DeskCommand, 'operation' | 'words' | 'input'> => ({
  operation: 'staff.decideApproval',
  words: ['id', 'hash'],
  input: ({ id, hash }, { reason }) => ({ id, hash, decision, note: because(reason) }),
});

const ofState: DeskCommand['input'] = (_, { state, before }) => ({ state, before });

/** `form.field=reason` */
function correction(text: string, note: string | undefined): Input {
  const [, form, field, part, reason] = /^(\w+)\.(\w+)((?:\/\w+)+)?=(\w+)$/.exec(text) ?? [];
  if (!form || !field || !reason)
    throw new DeskError(
      `"${text}" is not a correction. Write form.field=reason, e.g. identity.idPhoto=photoUnclear or contact.contacts/1/phone=unclear.`,
    );
  return { form, field, ...(part === undefined ? {} : { part }), reason, ...(note === undefined ? {} : { note }) };
}

const foundBy: Record<SearchKind, string> = {
  applicationNumber: 'this application number',
  orderNumber: 'this loan number',
  phone: 'this phone number',
  name: 'a name that begins like this. Numbers look like A-4D2B-763C, HK-7Q2M4-XK09T or 09171234567',
};

export const deskCommands: Readonly<Record<string, DeskCommand>> = {
  me: { usage: 'me', does: 'shows who is logged in', operation: 'staff.me' },
  find: {
    usage: 'find <number, phone or name>',
    does: 'finds borrowers by A-… or HK-… number, phone, or the beginning of a name',
    operation: 'staff.find',
    words: ['text'],
    nothing: ({ by }) => `Nobody found by ${foundBy[by as SearchKind]}.`,
  },
  ...queueCommands,
  alarms: {
    usage: 'alarms',
    does: 'lists open alarms, newest first',
    operation: 'staff.alarms',
    input: (_, { before }) => ({ before }),
  },
  acknowledge: {
    usage: 'acknowledge <alarm id> --reason …',
    does: 'acknowledges an alarm',
    operation: 'staff.acknowledgeAlarm',
    ...withReason('id'),
  },
  applications: {
    usage: 'applications [--state referred]',
    does: 'lists applications, newest first',
    operation: 'staff.applications',
    input: ofState,
  },
  application: {
    usage: 'application <id>',
    does: 'shows an application with personal data masked',
    operation: 'staff.application',
    words: ['id'],
  },
  reveal: {
    usage: 'reveal <id> <form.field> --reason …',
    does: 'reveals one answer; this is audited',
    operation: 'staff.reveal',
    words: ['id', 'place'],
    input: ({ id, place = '' }, { reason }) => {
      const [form, field] = place.split('.');
      if (!form || !field) throw new DeskError(`"${place}" is not an answer. Write form.field, e.g. identity.idNumber.`);
      return { id, form, field, reason: because(reason) };
    },
  },
  reveals: {
    usage: 'reveals',
    does: 'lists who revealed which answer and why, newest first (reviewer)',
    operation: 'staff.reveals',
    input: (_, { before }) => ({ before }),
  },
  accept: {
    usage: 'accept <id> --limit-cents 500000',
    does: 'decides a referred application',
    operation: 'staff.decide',
    words: ['id'],
    input: ({ id }, options) => ({ id, decision: 'accepted', limitCents: integer('limit-cents', options['limit-cents']) }),
  },
  reject: {
    usage: 'reject <id> --reason manualReview --retry-days 30',
    does: 'decides a referred application',
    operation: 'staff.decide',
    words: ['id'],
    input: ({ id }, options) => ({
      id,
      decision: 'rejected',
      reason: because(options['reason']),
      retryAfterDays: integer('retry-days', options['retry-days']),
    }),
  },
  'send-back': {
    usage: 'send-back <id> <form.field=reason,…> [--note …]',
    does: 'asks the borrower to correct fields',
    operation: 'staff.sendBack',
    words: ['id', 'fields'],
    input: ({ id, fields = '' }, { note }) => ({ id, corrections: fields.split(',').map((text) => correction(text, note)) }),
  },
  'send-back-account': {
    usage: 'send-back-account <customer id> --reason account|bankDetails',
    does: 'asks the borrower for another payout account',
    operation: 'staff.sendBackAccount',
    words: ['customerId'],
    input: ({ customerId }, { reason }) => ({ customerId, fault: because(reason) }),
  },
  'preview-send-back-account': {
    usage: 'preview-send-back-account <customer id> --reason account|bankDetails',
    does: 'shows what the borrower would read',
    operation: 'staff.previewAccountSendBack',
    words: ['customerId'],
    input: ({ customerId }, { reason }) => ({ customerId, fault: because(reason) }),
  },
  'take-back': {
    usage: 'take-back <id>',
    does: 'takes back a decision made on the screens, until it is carried out',
    operation: 'staff.takeBack',
    words: ['id'],
  },
  loans: {
    usage: 'loans [--state active]',
    does: 'lists loans, newest first',
    operation: 'staff.loans',
    input: ofState,
  },
  loan: { usage: 'loan <id>', does: 'shows a loan with its ledger', operation: 'staff.loan', words: ['id'] },
  statement: {
    usage: 'statement <loan id> [--in-days 30]',
    does: "prints the URL of a loan's statement as PDF, in the borrower's language; this is audited",
    operation: 'staff.loanStatement',
    words: ['id'],
    input: ({ id }, options) => ({ id, inDays: options['in-days'] === undefined ? 0 : integer('in-days', options['in-days']) }),
  },
  cancel: {
    usage: 'cancel <loan id> --reason …',
    does: 'cancels a loan within 24 hours of receipt; the borrower returns the money',
    ...proposing('staff.cancelLoan'),
  },
  waive: {
    usage: 'waive <loan id> --postings … [--penalty-cents …] [--late-charge-cents …] [--interest-cents …] --reason …',
    does: 'waives charges and interest that are owed today; preview-waiver says how many postings the loan has',
    operation: 'staff.propose',
    words: ['id'],
    input: ({ id }, options) => ({
      operation: 'staff.waive',
      input: { id, ...waived(options), postings: integer('postings', options['postings']), reason: because(options['reason']) },
    }),
  },
  'preview-waiver': {
    usage: 'preview-waiver <loan id> [--penalty-cents …] [--late-charge-cents …] [--interest-cents …]',
    does: 'shows what a waiver would leave, and what the borrower would read',
    operation: 'staff.previewRelief',
    words: ['id'],
    input: ({ id }, options) => ({ id, kind: 'waive', ...waived(options) }),
  },
  'write-off': {
    usage: 'write-off <loan id> --reason …',
    does: 'writes a long overdue loan off as a loss',
    ...proposing('staff.writeOff'),
  },
  'preview-write-off': {
    usage: 'preview-write-off <loan id>',
    does: 'shows what a write-off would give up, and what the borrower would read',
    operation: 'staff.previewRelief',
    words: ['id'],
    input: ({ id }) => ({ id, kind: 'writeOff' }),
  },
  cancellations: {
    usage: 'cancellations',
    does: 'lists requests to cancel; cancel completes one',
    operation: 'staff.cancellationRequests',
  },
  'decline-cancellation': {
    usage: 'decline-cancellation <request id> --reason …',
    does: 'declines a request to cancel; the loan continues',
    operation: 'staff.declineCancellation',
    ...withReason('id'),
  },
  held: { usage: 'held', does: 'lists held payments that do not match their loan', operation: 'staff.heldPayments' },
  'held-payment': {
    usage: 'held-payment <repayment id>',
    does: 'shows a held payment with a proposal of where it belongs',
    operation: 'staff.heldPayment',
    words: ['id'],
  },
  allocate: {
    usage: 'allocate <repayment id> --reason …',
    does: 'allocates held money to its loan',
    ...proposing('staff.allocateHeld'),
  },
  return: {
    usage: 'return <repayment id> --reason …',
    does: 'returns held money; the loan does not change',
    ...proposing('staff.returnHeld'),
  },
  approvals: { usage: 'approvals', does: 'lists actions that wait for a second person', operation: 'staff.approvals', input: () => ({}) },
  approve: { usage: 'approve <id> <hash> --reason …', does: 'carries out what somebody else proposed', ...deciding('approved') },
  'reject-approval': {
    usage: 'reject-approval <id> <hash> --reason …',
    does: 'refuses what somebody else proposed',
    ...deciding('rejected'),
  },
  owed: { usage: 'owed', does: 'lists overpayments owed to borrowers', operation: 'staff.owedMoney' },
  refund: {
    usage: 'refund <loan id> --cents 5000 --reference … --reason …',
    does: 'records the refund of an overpayment',
    operation: 'staff.propose',
    words: ['loanId'],
    input: ({ loanId }, { cents, reference, reason }) => ({
      operation: 'staff.recordRefund',
      input: { loanId, amountCents: integer('cents', cents), reference: reference ?? missing('reference'), reason: because(reason) },
    }),
  },
  'end-easy-reloan': {
    usage: 'end-easy-reloan <customer id> --reason …',
    does: 'turns Easy Re-loan off, even after a voucher was used',
    operation: 'staff.endEasyReloan',
    ...withReason('customerId'),
  },
  pause: {
    usage: 'pause --reason …',
    does: 'pauses new withdrawals immediately',
    operation: 'staff.pauseWithdrawals',
    input: (_, { reason }) => ({ paused: true, reason: because(reason) }),
  },
  resume: {
    usage: 'resume --reason …',
    does: 'resumes withdrawals',
    operation: 'staff.pauseWithdrawals',
    input: (_, { reason }) => ({ paused: false, reason: because(reason) }),
  },
  unlock: {
    usage: 'unlock <phone> --reason …',
    does: 'unlocks a number',
    operation: 'staff.unlock',
    ...withReason('phone'),
  },
  deletions: {
    usage: 'deletions [--state requested]',
    does: 'lists requests to delete an account',
    operation: 'staff.deletionRequests',
    input: (_, { state }) => ({ state }),
  },
  'request-deletion': {
    usage: 'request-deletion <customer id> --reason …',
    does: 'records a request for deletion',
    operation: 'staff.requestDeletion',
    ...withReason('customerId'),
  },
  delete: {
    usage: 'delete <request id>',
    does: 'deletes data that the law does not require us to keep',
    operation: 'staff.propose',
    words: ['id'],
    input: ({ id }) => ({ operation: 'staff.completeDeletion', input: { id } }),
  },
  deletion: {
    usage: 'deletion <request id>',
    does: 'shows what a deletion erases and what the law keeps',
    operation: 'staff.deletion',
    words: ['id'],
  },
  'propose-limit': {
    usage: 'propose-limit <id> --limit-cents 3000000',
    does: 'accepts an application with a limit that a second person approves',
    operation: 'staff.propose',
    words: ['id'],
    input: ({ id }, options) => ({
      operation: 'staff.decide',
      input: { id, decision: 'accepted', limitCents: integer('limit-cents', options['limit-cents']) },
    }),
  },
  'refuse-deletion': {
    usage: 'refuse-deletion <request id> --reason …',
    does: 'refuses a request for deletion',
    operation: 'staff.refuseDeletion',
    ...withReason('id'),
  },
  disputes: {
    usage: 'disputes <customer id>',
    does: 'lists what a customer disputes, newest first',
    operation: 'staff.disputes',
    words: ['customerId'],
  },
  dispute: { usage: 'dispute <id>', does: 'shows a dispute', operation: 'staff.dispute', words: ['id'] },
  'open-dispute': {
    usage: 'open-dispute <id> --about customer|loan|repayment --reason paymentMissing --note …',
    does: 'records what a customer disputes',
    operation: 'staff.openDispute',
    words: ['id'],
    input: ({ id }, { about, reason, note }) => ({
      id,
      about: about ?? missing('about'),
      reason: because(reason),
      note: note ?? missing('note'),
    }),
  },
  'resolve-dispute': {
    usage: 'resolve-dispute <id> --outcome upheld --note …',
    does: 'ends a dispute',
    operation: 'staff.resolveDispute',
    words: ['id'],
    input: ({ id }, { outcome, note }) => ({ id, outcome: outcome ?? missing('outcome'), note: note ?? missing('note') }),
  },
  feedback: {
    usage: 'feedback [--topic app]',
    does: 'lists feedback, newest first',
    operation: 'staff.feedback',
    input: (_, { topic, before }) => ({ topic, before }),
  },
  'read-feedback': {
    usage: 'read-feedback <id>',
    does: 'shows one feedback; this is audited',
    operation: 'staff.readFeedback',
    words: ['id'],
  },
  people: { usage: 'people', does: 'lists staff accounts (admin)', operation: 'staff.people' },
  'add-person': {
    usage: 'add-person <name> --role support --reason …',
    does: 'adds a person, whose access another admin approves, and shows the enrolment link (admin)',
    operation: 'staff.addPerson',
    words: ['name'],
    input: ({ name }, { role, reason }) => ({ name, role: role ?? missing('role'), reason: because(reason), page: enrolmentPage }),
  },
  'enrolment-link': {
    usage: 'enrolment-link <person id> --reason …',
    does: 'creates a new enrolment link for a person without a login, whose access another admin approves (admin)',
    operation: 'staff.newEnrolmentLink',
    words: ['id'],
    input: ({ id }, { reason }) => ({ id, reason: because(reason), page: enrolmentPage }),
  },
  'reset-factors': {
    usage: 'reset-factors <person id> --reason …',
    does: 'asks another admin to reset the login of a person, who then needs an enrolment link (admin)',
    ...proposing('staff.resetFactors'),
  },
  'unlock-person': {
    usage: 'unlock-person <person id> --reason …',
    does: 'removes the login pause of a person (admin)',
    operation: 'staff.unlockPerson',
    ...withReason('id'),
  },
  disable: { usage: 'disable <person id>', does: "revokes a person's access (admin)", operation: 'staff.disablePerson', words: ['id'] },
};
