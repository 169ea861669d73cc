import { useEffect, useMemo } from 'preact/hooks';
import { findReferences } from '../../../../../contracts/client/find-references.ts';
import { onReconnect } from '../../../api/connection.ts';
import { onAltStored } from '../../../media/alt-texts.ts';
import { mediaBase } from '../../../media/image-url.ts';
import { readTargets, type Targets } from '../../../references/targets.ts';
import type { Editing } from '../model/editing.ts';

/** What the references of an item name. What was broken is read again when the user comes back to the tab. */
export const useItemTargets = ({ stored, text, collection }: Editing): Targets => {
  const targets = useMemo(() => {
    const id = stored.peek()?.item.id;
    const { data } = text.peek();
    const files = findReferences(collection.schema, data, mediaBase()).filter(
      ({ kind }) => kind !== 'item',
    );
    const fields = [...new Set(files.map(({ field }) => field))];
    return readTargets(id === undefined ? undefined : { id, fields });
  }, []);
  useEffect(() => {
    const endReconnect = onReconnect(targets.recheck);
    const endDescribed = onAltStored(targets.know);
    addEventListener('focus', targets.recheck);
    return () => {
      endReconnect();
      endDescribed();
      removeEventListener('focus', targets.recheck);
    };
  }, []);
  return targets;
};
