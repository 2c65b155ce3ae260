import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { HomescreenManifestOptions } from './definition.ts';

/** The link stays in the document after the user leaves the screen, because the app can be installed from any page. */
export const HomescreenManifest = observer(function HomescreenManifest({ block }: { block: BlockValue & HomescreenManifestOptions }) {
  const ticket = useScope().cel(block.ticket);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    if (!link || typeof ticket !== 'string' || ticket === '') return;
    const address = new URL(link.href);
    address.searchParams.set('ticket', ticket);
    link.href = `${address.pathname}${address.search}`;
  }, [ticket]);
  return null;
});
