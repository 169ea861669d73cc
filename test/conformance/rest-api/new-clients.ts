import type { RestSubject } from './rest-subject.ts';

/** Clients with addresses of their own, for a service behind one trusted proxy. */
export const newClients = (): RestSubject['newClient'] => {
  let clients = 0;
  return () => {
    clients += 1;
    return { 'X-Forwarded-For': `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}` };
  };
};
