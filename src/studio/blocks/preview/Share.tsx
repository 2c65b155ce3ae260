import { useCallback, useEffect, useId, useState } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { PreviewLink } from '../../../../server/contract/staff/preview.ts';
import { Drawing } from '../../../staff/qrCode/Drawing.tsx';
import type { PreviewOptions } from './definition.ts';

interface ShareProps {
  block: PreviewOptions;
  /** Id of the change. */
  id: string;
  /** Where the preview starts. */
  entry: object;
}

/** Links that show the preview without an account, with the QR code of a new one. */
export function Share({ block, id, entry }: ShareProps) {
  const { screen } = useScope();
  const { t } = useText();
  const heading = useId();
  const { engine, host } = screen;
  const [links, setLinks] = useState<PreviewLink[]>([]);
  const [made, setMade] = useState<PreviewLink>();
  const refused = (error: unknown) => host.react(error, {});
  const list = useCallback(
    () => engine.call(block.links, { id }).then((listed) => setLinks((listed as { links: PreviewLink[] }).links)),
    [engine, block, id],
  );
  useEffect(() => void list().catch(() => undefined), [list]);
  const share = async () => {
    setMade((await engine.call(block.share, { id, ...entry })) as PreviewLink);
    await list();
  };
  const end = async (link: string) => {
    await engine.call(block.unshare, { id, link });
    if (made?.id === link) setMade(undefined);
    await list();
  };
  return (
    <section className="preview-share" aria-labelledby={heading}>
      <h2 id={heading}>{t('common.blocks.preview.share')}</h2>
      <p>{t('common.blocks.preview.shareHint')}</p>
      <Button tone="secondary" onClick={() => void share().catch(refused)}>
        {t('common.blocks.preview.shareNow')}
      </Button>
      {made?.address !== undefined && <NewLink address={made.address} />}
      {links.length === 0 && <p className="preview-note">{t('common.blocks.preview.noLink')}</p>}
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <span>{t('common.blocks.preview.link', { author: link.author, until: link.expiresAt })}</span>
            <Button tone="quiet" onClick={() => void end(link.id).catch(refused)}>
              {t('common.blocks.preview.unshare')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The URL as text, to copy or read aloud, and as a QR code for a camera. */
function NewLink({ address }: { address: string }) {
  const { t } = useText();
  return (
    <div className="preview-link">
      <Drawing value={address} label={t('common.blocks.preview.scan')} />
      <output>
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </output>
    </div>
  );
}
