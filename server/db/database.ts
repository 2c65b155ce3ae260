import type { Kysely, Transaction } from 'kysely';
import type { JobTables } from '../jobs/table.ts';
import type { AccountTables } from '../modules/account/table.ts';
import type { AgreementTables } from '../modules/agreements/table.ts';
import type { ApplicationTables } from '../modules/application/table.ts';
import type { AppointmentTables } from '../modules/appointments/table.ts';
import type { AuditTables } from '../modules/audit/table.ts';
import type { AuthTables } from '../modules/auth/table.ts';
import type { ConsentTables } from '../modules/consents/table.ts';
import type { CouponTables } from '../modules/coupons/table.ts';
import type { CustomerTables } from '../modules/customer/table.ts';
import type { DevClockTables } from '../modules/dev/clock/table.ts';
import type { FeedbackTables } from '../modules/feedback/table.ts';
import type { EasyReloanTables } from '../modules/easyReloan/table.ts';
import type { FileTables } from '../modules/files/table.ts';
import type { FlowTables } from '../modules/flows/table.ts';
import type { LedgerTables } from '../modules/ledger/table.ts';
import type { LimitTables } from '../modules/limits/table.ts';
import type { LoanTables } from '../modules/loans/table.ts';
import type { MessageTables } from '../modules/messages/table.ts';
import type { ReleaseTables } from '../modules/release/table.ts';
import type { RepaymentTables } from '../modules/repayments/table.ts';
import type { SocialTables } from '../modules/social/table.ts';
import type { StaffTables } from '../modules/staff/table.ts';
import type { WebhookTables } from '../modules/webhooks/table.ts';
import type { InstallationTables } from './installation.ts';

/** Every table, each described in the module it belongs to. */
export interface Database
  extends
    CustomerTables,
    AuthTables,
    ReleaseTables,
    FlowTables,
    FileTables,
    ApplicationTables,
    JobTables,
    AuditTables,
    LoanTables,
    LedgerTables,
    LimitTables,
    MessageTables,
    DevClockTables,
    RepaymentTables,
    CouponTables,
    AgreementTables,
    AccountTables,
    ConsentTables,
    AppointmentTables,
    EasyReloanTables,
    StaffTables,
    SocialTables,
    FeedbackTables,
    WebhookTables,
    InstallationTables {}

export type Db = Kysely<Database>;
/** Inside a transaction only this may be used: the outer one deadlocks on the embedded database. */
export type Tx = Transaction<Database>;
