export interface StreamMessage {
  readonly id: string;
  readonly data:
    | {
        readonly type: string;
        readonly id: string;
        readonly collectionId?: string;
        readonly cursor: string;
      }
    | undefined;
}

/** A stream as a browser reads it. */
export const openStream = async (
  url: string,
  query = '',
  headers: Readonly<Record<string, string>> = {},
) => {
  const closing = new AbortController();
  const response = await fetch(`${url}/api/changes/stream${query}`, {
    headers,
    signal: closing.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<StreamMessage | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const valueOf = (name: string): string | undefined =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const data = valueOf('data');
        return { id: valueOf('id') ?? '', data: data === undefined ? undefined : JSON.parse(data) };
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  const nextChange = async (): Promise<StreamMessage | undefined> => {
    for (;;) {
      const message = await next();
      if (message === undefined || message.data !== undefined) return message;
    }
  };
  return { response, next, nextChange, close: () => closing.abort() };
};
