import type { StoredPreview } from './link-preview.view.js';
import { keptPreviews, missingLinks, withFetched } from './linked-previews.js';

const [A, B, C] = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
const preview = (url: string) => ({ url, title: url, description: '', site: '', picture: null });
const removed = (url: string): StoredPreview => ({ url, removed: true });

describe('the previews of a message', () => {
  it('are in the order of its links, and keep what is known', () => {
    const linked = { content: `${C} ${B} ${A}`, previews: [removed(A), preview(B)] };
    expect(missingLinks(linked)).toEqual([C]);
    expect(withFetched(linked, [preview(A), preview(C)])).toEqual([preview(C), preview(B), removed(A)]);
  });

  it('are in the order of the links of an edit, without those that it drops', () => {
    expect(keptPreviews([preview(A), removed(B), preview(C)], `${C} and ${A}`)).toEqual([preview(C), preview(A)]);
    expect(keptPreviews([preview(A)], 'no link')).toEqual([]);
  });
});
