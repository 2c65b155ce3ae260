/** Client state: the token in the start address of an installed app (flows/navigation.json). */
export const launchToken = 'launch';
