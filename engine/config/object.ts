import Type, { type TObject, type TProperties, type TSchemaOptions } from 'typebox';

/** The schema of an object without unknown properties: a misspelt name is an error, not ignored. */
export const object = <Properties extends TProperties>(properties: Properties, options: TSchemaOptions = {}): TObject<Properties> =>
  Type.Object(properties, { ...options, additionalProperties: false });
