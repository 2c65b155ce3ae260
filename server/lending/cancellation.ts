/** End of the cancellation period, in hours from the receipt of the money (L14; spec §9). */
export const cancellationEnds = (receivedAt: Date, cancellationHours: number): Date =>
  new Date(receivedAt.getTime() + cancellationHours * 60 * 60 * 1000);
