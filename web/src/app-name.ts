/** What a deployment calls itself: index.html says it. */
export const APP_NAME = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? 'Parley';
