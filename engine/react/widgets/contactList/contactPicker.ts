/** The Contact Picker API, which TypeScript's DOM library does not know (Chrome on Android; W3C, Contact Picker). */
interface ContactsManager {
  select(properties: readonly ('name' | 'tel')[], options?: { multiple?: boolean }): Promise<{ name?: string[]; tel?: string[] }[]>;
}

const manager = (): ContactsManager | undefined => (navigator as Navigator & { contacts?: ContactsManager }).contacts;

export const canPickContact = (): boolean => manager() !== undefined;

export interface PickedContact {
  name: string;
  phone: string;
}

/** One person whom the user picks; undefined when they close the list. Nothing else of the address book is seen. */
export async function pickContact(): Promise<PickedContact | undefined> {
  const [contact] = (await manager()?.select(['name', 'tel'], { multiple: false })) ?? [];
  return contact && { name: contact.name?.[0] ?? '', phone: contact.tel?.[0] ?? '' };
}
