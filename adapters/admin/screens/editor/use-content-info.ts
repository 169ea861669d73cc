import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContentInfoDto } from '../../../../contracts/operations/content.ts';
import { api } from '../../api/client.ts';
import type { OpenedItem } from './model/open-item.ts';

/** What the user may do with an item, read again after each save. Undefined for a new item. */
export const useContentInfo = ({
  editing,
  info: first,
}: OpenedItem): ContentInfoDto | undefined => {
  const stored = editing.stored.value;
  const [info, setInfo] = useState(first);
  const loadedFor = useRef(first === undefined ? undefined : stored?.etag);
  useEffect(() => {
    if (stored === undefined || loadedFor.current === stored.etag) return;
    loadedFor.current = stored.etag;
    api.getContentInfo({ params: { id: stored.item.id } }).then(
      ({ body }) => setInfo(body.data),
      // The actions of the former status stay; the service checks each change.
      () => undefined,
    );
  }, [stored?.etag]);
  return info;
};
