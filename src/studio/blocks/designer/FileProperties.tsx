import { observer } from 'mobx-react-lite';
import type { FilesSession } from '../../files/session.ts';
import type { Design } from './design.ts';
import { editFiles, type Workbench, WorkbenchContext } from './model.ts';
import { NodeForm } from './NodeForm.tsx';

interface FilePropertiesProps {
  session: FilesSession;
  design: Design;
  path: string;
  conditionOperation: string;
}

/** Every property that the meta-schema of a file allows, including those not set yet. */
export const FileProperties = observer(function FileProperties({ session, design, path, conditionOperation }: FilePropertiesProps) {
  const place = { file: path, pointer: '' };
  const schema = design.schema(place);
  if (!schema) return null;
  const bench: Workbench = {
    session,
    design,
    mayEdit: session.find(path)?.state !== 'readOnly' && session.mayEdit(path),
    edit: (...edit) => editFiles({ session, design }, ...edit),
    select: () => undefined,
    conditionOperation,
  };
  return (
    <WorkbenchContext value={bench}>
      <div className="designer-inspector">
        <NodeForm place={place} schema={schema} />
      </div>
    </WorkbenchContext>
  );
});
