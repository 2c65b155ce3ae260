import type { ContactLinksOptions } from './definition.ts';

type Kind = ContactLinksOptions['items'][number]['kind'];

/**
 * The `href` of a contact link; undefined unless the value is a phone number, an e-mail address or an https URL. No other scheme is
 * allowed.
 */
const addresses: Record<Kind, (value: string) => string | undefined> = {
  // RFC 3966: the number without spaces.
  phone: (value) => (/^\+[0-9 ]+$/.test(value) ? `tel:${value.replaceAll(' ', '')}` : undefined),
  email: (value) => (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(value) ? `mailto:${value}` : undefined),
  website: (value) => (/^https:\/\/[^\s"<>]+$/.test(value) ? value : undefined),
};

export const contactAddress = (kind: Kind, value: unknown): string | undefined =>
  typeof value === 'string' ? addresses[kind](value) : undefined;
