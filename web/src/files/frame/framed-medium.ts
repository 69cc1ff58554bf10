/** A medium of another host that a page in a frame shows: the fields of the fragment of its address. */
export interface FramedMedium {
  readonly type: 'image' | 'audio' | 'video';
  readonly url: string;
  readonly name: string;
}

/** A message of the page to the page around it: the size of the medium in pixels, or that it cannot be shown. */
export type FrameMessage = { readonly width: number; readonly height: number } | 'broken';
