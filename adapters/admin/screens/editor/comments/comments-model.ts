import { computed, signal } from '@preact/signals';
import type {
  CommentPlaceDto,
  ThreadDto,
} from '../../../../../contracts/schemas/comment-schemas.ts';
import { api } from '../../../api/client.ts';
import { languageTag } from '../../../catalogue/language.ts';
import type { Person } from './mentions.ts';

type Client = Pick<
  typeof api,
  'listComments' | 'createComment' | 'updateComment' | 'deleteComment' | 'listPeople'
>;

const pageSize = 1_000;
/** More accounts than this are not offered: nobody reads such a list. */
const pagesMax = 5;

/** The comments on one item, and what is done with them. */
export const commentsModel = (id: string, client: Client = api) => {
  const threads = signal<readonly ThreadDto[]>();
  const people = signal<readonly Person[]>([]);
  /** Comments that go when their time to be taken back is over. */
  const leaving = signal<ReadonlySet<string>>(new Set());
  let reads = 0;

  const load = async (): Promise<void> => {
    reads += 1;
    const own = reads;
    const { body } = await client.listComments({ params: { id }, query: { limit: pageSize } });
    // A later read knows more.
    if (own === reads) threads.value = body.data;
  };

  const shown = computed(() =>
    threads.value
      ?.filter((thread) => !leaving.value.has(thread.id))
      .map((thread) => ({
        ...thread,
        replies: thread.replies.filter((reply) => !leaving.value.has(reply.id)),
      })),
  );

  const setLeaving = (commentId: string, isLeaving: boolean): void => {
    const next = new Set(leaving.peek());
    if (isLeaving) next.add(commentId);
    else next.delete(commentId);
    leaving.value = next;
  };

  return {
    id,
    /** Undefined until they are read. */
    shown,
    open: computed(() => shown.value?.filter(({ resolved }) => resolved === undefined).length),
    people,
    load,
    loadPeople: async (): Promise<void> => {
      const found: Person[] = [];
      for (let page = 0; page < pagesMax; page += 1) {
        const query = { limit: pageSize, offset: page * pageSize };
        const { body } = await client.listPeople({ params: { id }, query });
        found.push(...body.data);
        if (!body.meta.more) break;
      }
      people.value = found.toSorted((left, right) =>
        left.name.localeCompare(right.name, languageTag),
      );
    },
    create: async (text: string, place: CommentPlaceDto | undefined): Promise<string> => {
      const body = { text, ...(place && { place }) };
      const created = await client.createComment({ params: { id }, body });
      await load();
      return created.body.data.id;
    },
    reply: async (thread: string, text: string): Promise<void> => {
      await client.createComment({ params: { id }, body: { text, replyTo: thread } });
      await load();
    },
    edit: async (commentId: string, text: string): Promise<void> => {
      await client.updateComment({ params: { id, commentId }, body: { text } });
      await load();
    },
    resolve: async (commentId: string, resolved: boolean): Promise<void> => {
      await client.updateComment({ params: { id, commentId }, body: { resolved } });
      await load();
    },
    /** Hides a comment, until it is removed or taken back. */
    hide: (commentId: string): void => setLeaving(commentId, true),
    takeBack: (commentId: string): void => setLeaving(commentId, false),
    remove: async (commentId: string): Promise<void> => {
      try {
        await client.deleteComment({ params: { id, commentId } });
        await load();
      } finally {
        setLeaving(commentId, false);
      }
    },
  };
};

export type CommentsModel = ReturnType<typeof commentsModel>;
