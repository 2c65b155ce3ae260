import type { ProjectView } from '../../../engine/config/definitions.ts';
import type { Product } from './product.ts';

/** Allowed product ids: the codes of schemas/enums/product.schema.json. */
export const productIds = (project: ProjectView): string[] =>
  (project.get('enum', 'product') as { enum: string[] } | undefined)?.enum ?? [];

/** Products that pass their meta-schema. */
export const productsOf = (project: ProjectView): Product[] =>
  productIds(project).flatMap((id) => (project.get('product', id) as Product | undefined) ?? []);
