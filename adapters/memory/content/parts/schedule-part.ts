import type { MemoryPart } from './memory-part.ts';

/** Removes the planned change that was carried out, and those that are pointless now. */
export const schedulePart: MemoryPart = {
  holds: ({ schedules }, change) => {
    const due = change.kind === 'update' ? change.expected.due : undefined;
    return (
      due === undefined ||
      (schedules.get(change.item.id) ?? []).some(
        ({ action, at, reason }) =>
          action === due.action && at === due.at && reason === undefined && at <= Date.now(),
      )
    );
  },
  apply: ({ schedules }, change) => {
    const stored = schedules.get(change.item.id);
    if (change.kind !== 'update' || stored === undefined) return;
    const { due } = change.expected;
    const { unscheduled } = change.parts;
    const left = stored.filter(
      ({ action, reason }) =>
        action !== due?.action &&
        (unscheduled === undefined || (reason === undefined && !unscheduled.includes(action))),
    );
    if (left.length === 0) schedules.delete(change.item.id);
    else schedules.set(change.item.id, left);
  },
  leave: ({ schedules }, contentId) => schedules.delete(contentId),
};
