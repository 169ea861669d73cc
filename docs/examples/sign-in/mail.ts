import { SMTPServer } from 'smtp-server';

/** A mail server on this machine that sends nothing: it passes what it gets to `show`. */
export const startMailServer = (port: number, show: (mail: string) => void): SMTPServer => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        show(Buffer.concat(chunks).toString());
        callback();
      });
    },
  });
  server.listen(port, '127.0.0.1');
  return server;
};
