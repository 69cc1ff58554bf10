const metaContent = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** The name and the socket path of the deployment, from index.html. */
export const APP_NAME = metaContent('application-name') ?? 'Parley';
export const SOCKET_PATH = metaContent('socket-path') ?? 'messaging/';
