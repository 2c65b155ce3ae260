import type { ProjectView } from '../../../engine/config/definitions.ts';
import type { Product } from './product.ts';

/** The codes of an enum. */
export const codesOf = (project: ProjectView, id: string): string[] => project.get('enum', id)?.enum.map(String) ?? [];

/** Allowed product ids: the codes of schemas/enums/product.schema.json. */
export const productIds = (project: ProjectView): string[] => codesOf(project, 'product');

/** Products that are valid against their meta-schema. */
export const productsOf = (project: ProjectView): Product[] => productIds(project).flatMap((id) => project.get('product', id) ?? []);
