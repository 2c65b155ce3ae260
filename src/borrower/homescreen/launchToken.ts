/** Client state: the token in the start URL of an installed app (flows/navigation.json). */
export const launchToken = 'launch';
