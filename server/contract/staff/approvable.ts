/** Operations that code can hold for a second person. flows/approvals.json of the desk chooses among them. */
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
