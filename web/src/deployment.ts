const said = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** What a deployment calls itself, and where it opens sockets: index.html says both. */
export const APP_NAME = said('application-name') ?? 'Parley';
export const SOCKET_PATH = said('socket-path') ?? 'messaging/';
