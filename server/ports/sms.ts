export interface SmsMessage {
  /** E.164, e.g. +639171234567. */
  to: string;
  text: string;
  /** Idempotency key: a message with the same id is sent once. */
  id?: string;
}

/** Sends SMS. Rejects if the gateway does not accept the message. */
export interface SmsPort {
  send(message: SmsMessage): Promise<void>;
}
