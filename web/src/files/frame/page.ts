/**
 * The page that shows one medium of another host in a frame. Only its policy allows other hosts: so the browser refuses
 * what the web client itself would load from them. It imports only types: a script that it shared with the web client
 * would be one more request of the first view.
 */
import './page.css';

import type { FramedMedium, FrameMessage } from './framed-medium.js';

function post(message: FrameMessage): void {
  parent.postMessage(message, location.origin);
}

/** @throws Error if the fragment names no medium of a web address */
function mediumOf(fragment: string): FramedMedium {
  const { type, url, name } = Object.fromEntries(new URLSearchParams(fragment.slice(1)));
  const isMedium = type === 'image' || type === 'audio' || type === 'video';
  if (!isMedium || url === undefined || !/^https?:/.test(url)) throw new Error('no medium is named');
  return { type, url, name: name ?? '' };
}

function picture({ url, name }: FramedMedium): HTMLElement {
  const image = new Image();
  image.alt = name;
  image.src = url;
  image.onload = () => post({ width: image.naturalWidth, height: image.naturalHeight });
  const link = document.createElement('a');
  Object.assign(link, { href: url, target: '_blank', rel: 'noopener noreferrer' });
  link.append(image);
  return link;
}

function player(type: 'audio' | 'video', { url, name }: FramedMedium): HTMLElement {
  const media = document.createElement(type);
  Object.assign(media, { controls: true, preload: 'metadata', src: url, ariaLabel: name });
  media.onloadedmetadata = () => {
    if (media instanceof HTMLVideoElement) post({ width: media.videoWidth, height: media.videoHeight });
  };
  return media;
}

const medium = mediumOf(location.hash);
const shown = medium.type === 'image' ? picture(medium) : player(medium.type, medium);
const postBroken = (): void => post('broken');
// Errors of elements do not bubble.
shown.addEventListener('error', postBroken, { capture: true });
document.body.append(shown);
