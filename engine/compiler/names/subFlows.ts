import type { Located } from '../diagnostics.ts';
import type { Project } from '../project/project.ts';

/** Checks that each sub-flow is used only once, because its forms and screens belong to one flow. */
export function checkSubFlows(project: Project): Located[] {
  const places = project
    .all('flow')
    .flatMap(({ document, written }) =>
      (written?.steps ?? []).flatMap((step, at) =>
        'subFlow' in step ? [{ document, id: step.subFlow, pointer: `/steps/${at}/subFlow` }] : [],
      ),
    );
  const again = places.filter(({ id }, at) => places.findIndex((place) => place.id === id) < at);
  const idle = project.all('subFlow').filter(({ id }) => !project.lacksSteps && !places.some((place) => place.id === id));
  return [
    ...again.map(({ document, id, pointer }): Located => {
      const message = `The sub-flow "${id}" is already used. Its forms and screens belong to one flow.`;
      return { document, finding: { code: 'sub-flow-twice', pointer, message } };
    }),
    ...idle.map(({ document, id }): Located => {
      const message = `No flow names the sub-flow "${id}".`;
      return { document, finding: { code: 'unused-sub-flow', pointer: '/id', message } };
    }),
  ];
}
