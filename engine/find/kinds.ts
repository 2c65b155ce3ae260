/** The kind of a configuration part. `file` is a configuration file of any other kind. */
export const partKinds = ['screen', 'flow', 'step', 'form', 'field', 'list', 'code', 'file'] as const;
