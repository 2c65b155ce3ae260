import type { Found } from './collect.ts';
import type { Side, Sides } from './side.ts';
import { differences } from './tree.ts';

/** Words and documents. */
export function wordChanges(sides: Sides): Found[] {
  return [...localeChanges(sides), ...documentChanges(sides)];
}

const nameOf = ({ language, namespace }: { language: string; namespace: string }) => `${language}/${namespace}`;

function localeChanges({ before, after }: Sides): Found[] {
  const [was, now] = [before, after].map(({ project }) => new Map(project.locales.map((file) => [nameOf(file), file])));
  const names = [...new Set([...(was?.keys() ?? []), ...(now?.keys() ?? [])])];
  return names.flatMap((name): Found[] => {
    const [old, fresh] = [was?.get(name), now?.get(name)];
    return differences(old?.value ?? {}, fresh?.value ?? {}).flatMap((each): Found[] => {
      const isGone = each.is === 'removed';
      const [side, file] = isGone || !fresh ? [before, old] : [after, fresh];
      if (!file) return [];
      const pointer = isGone ? each.before : each.after;
      const key = pointer.slice(1).replaceAll('/', '.');
      const what = each.is === 'added' ? 'is new' : isGone ? 'is gone' : 'reads otherwise';
      const namespace = file.namespace;
      return [
        {
          class: 'COPY',
          code: `words-${each.is}`,
          message: `${file.language}: ${namespace}.${key} ${what}.`,
          why: 'Words only: nothing that is asked, checked or done depends on them.',
          side,
          document: file.document,
          pointer,
          at: isGone || each.is === 'added' ? 'key' : 'value',
          about: aboutOf(namespace, pointer, side),
        },
      ];
    });
  });
}

function aboutOf(namespace: string, pointer: string, { project }: Side): Found['about'] & object {
  const [, first = ''] = pointer.split('/');
  if (namespace === 'forms') return { answers: [first] };
  return namespace === 'screens' && project.get('screen', first) ? { screens: [first] } : {};
}

function documentChanges({ before, after }: Sides): Found[] {
  const key = ({ language, id }: { language: string; id: string }) => `${language}/${id}`;
  const was = new Map(before.project.documents.map((each) => [key(each), each]));
  const now = new Map(after.project.documents.map((each) => [key(each), each]));
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((name): Found[] => {
    const [old, fresh] = [was.get(name), now.get(name)];
    if (old?.document.text === fresh?.document.text) return [];
    const [side, file] = fresh ? [after, fresh] : [before, old];
    if (!file) return [];
    const what = !fresh ? 'is gone' : old ? 'reads otherwise' : 'is new';
    return [
      {
        class: 'COPY',
        code: 'document-changed',
        message: `${file.language}: the document "${file.id}" ${what}.`,
        why: 'Who accepts it from now on accepts this text; what was accepted before is recorded by its own hash.',
        side,
        document: file.document,
        pointer: '',
      },
    ];
  });
}
