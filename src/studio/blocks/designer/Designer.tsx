import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import { useFiles } from '../../files/useFiles.ts';
import type { DesignerOptions } from './definition.ts';
import { useDesign } from './useDesign.ts';
import { Workshop } from './Workshop.tsx';

export const Designer = observer(function Designer({ block }: { block: BlockValue & DesignerOptions }) {
  const { t } = useText();
  const { cel } = useScope();
  const session = useFiles(block);
  const design = useDesign(session, block.metaSchemas);
  if (!design) return <p className="file-nothing">{t('common.loading')}</p>;
  return (
    <Workshop
      session={session}
      design={design}
      conditionOperation={block.condition}
      {...(cel(block.previews) === true && { previewOperation: block.preview })}
    />
  );
});
