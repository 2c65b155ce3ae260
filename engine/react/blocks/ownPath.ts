/** Whether a value is a path of the app, without host or scheme. */
export const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/[A-Za-z0-9]/.test(path);
