const metaContent = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/** The name and the socket path of the deployment, from index.html. */
export const APP_NAME = metaContent('application-name') ?? 'Parley';
export const SOCKET_PATH = metaContent('socket-path') ?? 'messaging/';

const serviceAddress = new URL(metaContent('service-path') ?? './', document.baseURI);

/** An address of the service. The index.html of a page that is not at the root of the service has the way to it. */
export const serviceUrl = (path: string): URL => new URL(path, serviceAddress);
