import type { Area } from '../../platform/area.ts';
import { staffOperations } from '../../contract/staff/operations.ts';
import { fail } from '../../platform/problem.ts';
import type { App } from '../../platform/http/types.ts';
import { audit } from '../../platform/audit/audit.ts';
import { unlockNumber } from '../../platform/auth/unlock.ts';
import { maskPhone, readPhone } from '../../platform/customer/phone.ts';
import { countryServed } from '../../platform/loginPolicy/policy.ts';
import { setWithdrawalsPaused } from '../withdrawal/pause.ts';
import { declineRequest, listCancellationRequests } from '../repayments/cancellationRequest.ts';
import { type Deleted, listDeletionRequests, refuseDeletion, requestDeletion } from '../retention/deletion.ts';
import { previewDeletion } from '../retention/deletionPreview.ts';
import { runAlone } from '../../platform/approvals/approvals.ts';
import { staffEndpoint } from '../../platform/staff/endpoint.ts';
import { listLoans, loanOn, openLoan } from './loans.ts';
import { endReloan } from '../advance/easyReloan/end.ts';
import { changeCustomerLanguage, endCustomerSessions, openCustomer, unlockCustomer } from './customer.ts';
import { waitingWork } from './migration.ts';
import { findCustomers } from './find.ts';
import { listOwed } from '../repayments/refund.ts';
import { approvableActions } from './approvable.ts';
import { listHeld, openHeld } from './held.ts';
import { openApplication } from './applicationPage.ts';
import { listApplications } from './applications.ts';
import { decideAtDesk } from './decide.ts';
import { decisionOf } from './decisionOf.ts';
import { carryOutJob, dropPending, takeBack } from './pending.ts';
import { traceDecision } from './trace.ts';
import { previewDecision } from './preview.ts';
import { previewAccountSendBack, sendBackAccount } from './accountSendBack.ts';
import { openFile } from './file.ts';
import { statementDocument, statementFilling } from './statement/fields.ts';
import { openStatement, statementFile } from './statement/statement.ts';
import { previewRelief } from './relief.ts';
import { exportReveals, listReveals, reveal } from './reveal.ts';
import { pendingMigration } from './pendingMigration.ts';
import { revealedFiles, revealsMigration } from './revealMigration.ts';
import { alike, type SpokenTexts } from '../../platform/spokenTexts.ts';
import { paidOutStates, type Posting } from '../../lending/types.ts';

function staffApplications(app: App): void {
  staffEndpoint(app, staffOperations['staff.applications'], ({ deps, input }) => listApplications(deps, input));
  staffEndpoint(app, staffOperations['staff.application'], ({ deps, input, session }) => openApplication(deps, session, input.id));
  staffEndpoint(app, staffOperations['staff.reveal'], ({ deps, input, session }) => reveal(deps, session, input));
  staffEndpoint(app, staffOperations['staff.decisionTrace'], ({ deps, input }) => traceDecision(deps, input.id));
  staffEndpoint(app, staffOperations['staff.openFile'], ({ deps, input, session }) => openFile(deps, session, input));
  staffEndpoint(app, staffOperations['staff.exportReveals'], ({ deps, session, reply }) => exportReveals(deps, session, reply));
  staffEndpoint(app, staffOperations['staff.reveals'], ({ deps, input }) => listReveals(deps, input));
  staffEndpoint(app, staffOperations['staff.decide'], ({ deps, input, session }) =>
    decideAtDesk(deps, session, input.id, decisionOf(input), input),
  );
  staffEndpoint(app, staffOperations['staff.sendBack'], ({ deps, input, session }) =>
    decideAtDesk(deps, session, input.id, decisionOf({ ...input, decision: 'sendBack' }), input),
  );
  staffEndpoint(app, staffOperations['staff.previewDecision'], ({ deps, input, session }) =>
    previewDecision(deps, session, input.id, decisionOf(input)),
  );
  staffEndpoint(app, staffOperations['staff.takeBack'], ({ deps, input, session }) => takeBack(deps, session, input.id));
}

/** Customers, the actions that only staff may take for them, and money that waits for a decision. */
function staffCustomers(app: App): void {
  staffEndpoint(app, staffOperations['staff.find'], ({ deps, input, session }) => findCustomers(deps, session, input.text));
  staffEndpoint(app, staffOperations['staff.customer'], ({ deps, input, session }) => openCustomer(deps, session, input.customerId));
  staffEndpoint(app, staffOperations['staff.endCustomerSessions'], ({ deps, input, session }) => endCustomerSessions(deps, session, input));
  staffEndpoint(app, staffOperations['staff.changeCustomerLanguage'], ({ deps, input, session }) =>
    changeCustomerLanguage(deps, session, input),
  );
  staffEndpoint(app, staffOperations['staff.unlockCustomer'], ({ deps, input, session }) => unlockCustomer(deps, session, input));
  staffEndpoint(app, staffOperations['staff.sendBackAccount'], ({ deps, input, session }) => sendBackAccount(deps, session, input));
  staffEndpoint(app, staffOperations['staff.previewAccountSendBack'], ({ deps, input, session }) =>
    previewAccountSendBack(deps, session, input),
  );
  staffEndpoint(app, staffOperations['staff.endEasyReloan'], async ({ deps, input, session }) => {
    await endReloan(deps, session.actor, input);
    return { state: 'off' };
  });
  staffEndpoint(app, staffOperations['staff.heldPayments'], async ({ deps }) => ({ payments: await listHeld(deps) }));
  staffEndpoint(app, staffOperations['staff.heldPayment'], ({ deps, input }) => openHeld(deps, input.id));
  staffEndpoint(app, staffOperations['staff.allocateHeld'], ({ deps, input, session }) =>
    runAlone(deps, session, 'staff.allocateHeld', input),
  );
  staffEndpoint(app, staffOperations['staff.returnHeld'], ({ deps, input, session }) => runAlone(deps, session, 'staff.returnHeld', input));
  staffEndpoint(app, staffOperations['staff.owedMoney'], async ({ deps }) => ({ loans: await listOwed(deps) }));
  staffEndpoint(app, staffOperations['staff.recordRefund'], ({ deps, input, session }) =>
    runAlone(deps, session, 'staff.recordRefund', input),
  );
}

function staffDesk(app: App): void {
  staffEndpoint(app, staffOperations['staff.loans'], ({ deps, input }) => listLoans(deps, input));
  staffEndpoint(app, staffOperations['staff.loan'], ({ deps, input }) => openLoan(deps, input.id));
  staffEndpoint(app, staffOperations['staff.loanOn'], ({ deps, input }) => loanOn(deps, input));
  staffEndpoint(app, staffOperations['staff.loanStatement'], ({ deps, input, session }) => openStatement(deps, session, input));
  statementFile(app);
  staffEndpoint(app, staffOperations['staff.cancelLoan'], ({ deps, input, session }) => runAlone(deps, session, 'staff.cancelLoan', input));
  staffEndpoint(app, staffOperations['staff.waive'], ({ deps, input, session }) => runAlone(deps, session, 'staff.waive', input));
  staffEndpoint(app, staffOperations['staff.writeOff'], ({ deps, input, session }) => runAlone(deps, session, 'staff.writeOff', input));
  staffEndpoint(app, staffOperations['staff.previewRelief'], ({ deps, input, session }) => previewRelief(deps, session, input));
  staffEndpoint(app, staffOperations['staff.cancellationRequests'], async ({ deps }) => ({
    requests: await listCancellationRequests(deps),
  }));
  staffEndpoint(app, staffOperations['staff.declineCancellation'], ({ deps, input, session }) =>
    declineRequest(deps, { ...input, actor: session.actor }),
  );
  staffEndpoint(app, staffOperations['staff.pauseWithdrawals'], async ({ deps, input: { paused }, session }) => {
    await setWithdrawalsPaused(deps, session.actor, paused);
    return { paused };
  });
  staffEndpoint(app, staffOperations['staff.unlock'], async ({ deps, input: { phone, reason }, session }) => {
    const number = readPhone(phone, countryServed(deps)) ?? fail('badRequest', { problems: [{ code: 'phone', path: '/phone' }] });
    const found = await unlockNumber(deps, number);
    await deps.db.transaction().execute((tx) =>
      audit(tx, deps, {
        actor: session.actor,
        action: 'number.unlocked',
        subject: 'number',
        detail: { reason, found, number: maskPhone(number) },
      }),
    );
    return { found };
  });
  staffEndpoint(app, staffOperations['staff.deletionRequests'], async ({ deps, input }) => ({
    requests: await listDeletionRequests(deps, input.state),
  }));
  staffEndpoint(app, staffOperations['staff.requestDeletion'], ({ deps, input, session }) =>
    requestDeletion(deps, session.actor, input.customerId, input.reason),
  );
  staffEndpoint(app, staffOperations['staff.deletion'], ({ deps, input }) => previewDeletion(deps, input.id));
  staffEndpoint(app, staffOperations['staff.completeDeletion'], async ({ deps, input, session }) => {
    const { closed } = await runAlone<Deleted>(deps, session, 'staff.completeDeletion', input);
    return closed;
  });
  staffEndpoint(app, staffOperations['staff.refuseDeletion'], ({ deps, input, session }) =>
    refuseDeletion(deps, session.actor, input.id, input.reason),
  );
}

/** Texts of statements. Each kind of posting has its own text. */
const statementTexts: SpokenTexts = {
  ...alike(
    'documents.posted',
    ['disbursed', 'payment', 'extension', 'cancellation', 'waiver', 'writeOff', 'overpaid'] satisfies (Posting['type'] | 'overpaid')[],
    [],
  ),
  'documents.posted.deferral': ['day'],
  ...alike('documents.standing', paidOutStates, []),
  ...alike('documents', ['scheduleAgreed', 'scheduleMoved'], []),
  ...alike('documents', ['statementHeld', 'statementOwedToYou'], ['amount']),
};

export const deskArea: Area = {
  name: 'desk',
  texts: statementTexts,
  fills: { [statementDocument]: statementFilling },
  free: dropPending,
  migrations: [waitingWork, revealsMigration, pendingMigration, revealedFiles],
  jobs: [carryOutJob],
  approvable: approvableActions,
  routes: [staffApplications, staffCustomers, staffDesk],
};
