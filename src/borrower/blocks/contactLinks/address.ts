import type { ContactLinksOptions } from './definition.ts';

type Kind = ContactLinksOptions['items'][number]['kind'];

/** The address of a link; undefined unless it is a phone number, an e-mail address or an https URL. No other scheme gets into a page. */
const addresses: Record<Kind, (value: string) => string | undefined> = {
  // RFC 3966: the number without the spaces that make it readable.
  phone: (value) => (/^\+[0-9 ]+$/.test(value) ? `tel:${value.replaceAll(' ', '')}` : undefined),
  email: (value) => (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(value) ? `mailto:${value}` : undefined),
  website: (value) => (/^https:\/\/[^\s"<>]+$/.test(value) ? value : undefined),
};

export const contactAddress = (kind: Kind, value: unknown): string | undefined =>
  typeof value === 'string' ? addresses[kind](value) : undefined;
