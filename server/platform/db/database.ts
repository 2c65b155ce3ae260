import type { Kysely, Transaction } from 'kysely';
import type { JobTables } from '../jobs/table.ts';
import type { AccountTables } from '../../product/account/table.ts';
import type { AgreementTables } from '../../product/agreements/table.ts';
import type { ApplicationTables } from '../../product/application/table.ts';
import type { AppointmentTables } from '../../product/advance/appointments/table.ts';
import type { AuditTables } from '../audit/table.ts';
import type { AuthTables } from '../auth/table.ts';
import type { ConsentTables } from '../../product/advance/consent/table.ts';
import type { CouponTables } from '../../product/coupons/table.ts';
import type { CustomerTables } from '../customer/table.ts';
import type { DevClockTables } from '../dev/clock/table.ts';
import type { FeedbackTables } from '../feedback/table.ts';
import type { EasyReloanTables } from '../../product/advance/easyReloan/table.ts';
import type { FileTables } from '../files/table.ts';
import type { FlowTables } from '../flows/table.ts';
import type { LedgerTables } from '../../product/ledger/table.ts';
import type { LimitTables } from '../../product/limits/table.ts';
import type { LoanTables } from '../../product/loans/table.ts';
import type { MessageTables } from '../messages/table.ts';
import type { ReleaseTables } from '../release/table.ts';
import type { RepaymentTables } from '../../product/repayments/table.ts';
import type { SocialTables } from '../social/table.ts';
import type { StaffTables } from '../staff/table.ts';
import type { WebhookTables } from '../webhooks/table.ts';
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
