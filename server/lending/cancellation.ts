/** Whether customer service may still take a loan back: so many hours from the receipt of the money (L14; spec §9). */
export const isCancellable = (receivedAt: Date, now: Date, cancellationHours: number): boolean =>
  now.getTime() - receivedAt.getTime() <= cancellationHours * 60 * 60 * 1000;
