import { commentOperations as operations } from '../../contract/staff/comments.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { commentsOf, resolveComment, writeComment } from './comments.ts';
import { changeComments } from './migration.ts';

function comments(app: App): void {
  staffEndpoint(app, operations['studio.comments'], ({ deps, input }) => commentsOf(deps, input.id));
  staffEndpoint(app, operations['studio.comment'], ({ deps, session, input }) => writeComment(deps, session, input));
  staffEndpoint(app, operations['studio.resolveComment'], ({ deps, session, input }) => resolveComment(deps, session, input));
}

/** Comments on changes of the product, attached to the places that they are about. */
export const commentsArea: Area = { name: 'comments', migrations: [changeComments], routes: [comments] };
