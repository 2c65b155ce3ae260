/** Operations that the code can hold for a second person. The desk's flows/approvals.json chooses among them. */
export const approvableIds = [
  'staff.cancelLoan',
  'staff.allocateHeld',
  'staff.returnHeld',
  'staff.waive',
  'staff.writeOff',
  'staff.decide',
  'staff.completeDeletion',
  'staff.recordRefund',
] as const;

export type ApprovableId = (typeof approvableIds)[number];
