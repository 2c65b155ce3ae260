/** Returns the value at a path of names and indices, dotted or in parts; undefined if any part is absent. Never reads inherited names. */
export function valueAt(value: unknown, path: string | readonly string[]): unknown {
  const names = typeof path === 'string' ? path.split('.') : path;
  return names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined),
    value,
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
