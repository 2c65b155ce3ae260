/** The Contact Picker API (Chrome on Android; W3C, Contact Picker), which TypeScript's DOM library lacks. */
interface ContactsManager {
  select(properties: readonly ('name' | 'tel')[], options?: { multiple?: boolean }): Promise<{ name?: string[]; tel?: string[] }[]>;
}

const manager = (): ContactsManager | undefined => (navigator as Navigator & { contacts?: ContactsManager }).contacts;

export const canPickContact = (): boolean => manager() !== undefined;

export interface PickedContact {
  name: string;
  phone: string;
}

/** Lets the person pick one contact. Returns undefined if they cancel. The app sees nothing else of the address book. */
export async function pickContact(): Promise<PickedContact | undefined> {
  const [contact] = (await manager()?.select(['name', 'tel'], { multiple: false })) ?? [];
  return contact && { name: contact.name?.[0] ?? '', phone: contact.tel?.[0] ?? '' };
}
