/** A short message to a mobile number. */
export interface SmsMessage {
  /** E.164, e.g. +639171234567. */
  to: string;
  text: string;
  /** Names this message: sent again under the same id, it leaves once. */
  id?: string;
}

/** Sends short messages. Rejects when the gateway does not take the message. */
export interface SmsPort {
  send(message: SmsMessage): Promise<void>;
}
