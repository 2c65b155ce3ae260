import { staffOperations as operations } from '../../contract/staff/operations.ts';
import type { Area } from '../../platform/area.ts';
import type { App } from '../../platform/http/types.ts';
import { staffEndpoint } from '../../platform/staff/endpoint.ts';
import { applicationFigures, decisionFigures, referralFigures } from './applications.ts';
import { figuresMigration } from './migration.ts';
import { overdueFigures, payoutFigures, suspenseFigures } from './money.ts';

function figureRoutes(app: App): void {
  staffEndpoint(app, operations['staff.applicationFigures'], ({ deps, input }) => applicationFigures(deps, input));
  staffEndpoint(app, operations['staff.decisionFigures'], ({ deps, input }) => decisionFigures(deps, input));
  staffEndpoint(app, operations['staff.referralFigures'], ({ deps, input }) => referralFigures(deps, input));
  staffEndpoint(app, operations['staff.payoutFigures'], ({ deps, input }) => payoutFigures(deps, input));
  staffEndpoint(app, operations['staff.overdueFigures'], ({ deps }) => overdueFigures(deps));
  staffEndpoint(app, operations['staff.suspenseFigures'], ({ deps }) => suspenseFigures(deps));
}

/** Figures of the whole business, for staff. Only sums, never about one person. */
export const figuresArea: Area = { name: 'figures', migrations: [figuresMigration], routes: [figureRoutes] };
